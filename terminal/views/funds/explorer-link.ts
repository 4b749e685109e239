// Where people look at a transaction.

/** Undefined where no explorer is known, what is named is no page, or there is no transaction's hash yet. */
export function explorerLink(explorerUrl: string | null, hash: string): string | undefined {
  if (explorerUrl === null || !/^https?:\/\//.test(explorerUrl) || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return undefined;
  return `${explorerUrl.replace(/\/+$/, "")}/tx/${hash}`;
}
