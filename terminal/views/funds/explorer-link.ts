// Links to transactions in a block explorer.

/** Undefined when no explorer is known, its address is not a web page, or there is no transaction hash yet. */
export function explorerLink(explorerUrl: string | null, hash: string): string | undefined {
  if (explorerUrl === null || !/^https?:\/\//.test(explorerUrl) || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return undefined;
  return `${explorerUrl.replace(/\/+$/, "")}/tx/${hash}`;
}
