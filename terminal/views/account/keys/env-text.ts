// An API key as environment variables for a bot, under the names that the client library's examples read.

export interface BotKey {
  readonly baseUrl: string;
  readonly brokerId: string;
  readonly accountId: string;
  readonly publicKey: string;
  readonly secret: string;
}

export function envText({ baseUrl, brokerId, accountId, publicKey, secret }: BotKey): string {
  const lines = [
    ["EVERMARK_URL", baseUrl],
    ["EVERMARK_BROKER_ID", brokerId],
    ["EVERMARK_ACCOUNT_ID", accountId],
    ["EVERMARK_API_KEY", publicKey],
    ["EVERMARK_API_SECRET", secret],
  ];
  return lines.map(([name, value]) => `${name}=${quoted(value!)}\n`).join("");
}

/** A builder's name may contain anything; a shell leaves text between single quotes alone. */
function quoted(value: string): string {
  return /^[\w:/.@-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
