// Settlements, withdrawals and requests to vaults, which a wallet signs in addition to the key: well-formed, or with
// anything changed. Interface 5.4, rules 9.7.

import { type Answer, call } from "./outside-caller.ts";
import { DEX_REQUEST, LEDGER_DOMAIN, SETTLE_PNL, signTyped, type Wallet, WITHDRAW } from "./outside-wallet.ts";
import { accepted, type Trader } from "./trader.ts";

export type Members = Readonly<Record<string, unknown>>;

/** A request body, signed by `signer` over what `signs` says; members of `body` replace those of the usual body. */
export interface Changes {
  readonly message?: Members;
  readonly body?: Members;
  readonly signer?: Wallet;
  readonly domain?: Members;
}

/** Settles. @returns the answer, success or not */
export async function settlement(trader: Trader, changes: Changes = {}): Promise<Answer> {
  const nonce = accepted(await trader.get("/v1/settle_nonce")).data.settle_nonce;
  const message = { brokerId: "demo", chainId: 196, settleNonce: nonce, timestamp: trader.now(), ...changes.message };
  return trader.post("/v1/settle_pnl", await signedBody(trader, "SettlePnl", SETTLE_PNL, message, changes));
}

/** Withdraws. @returns the answer, success or not */
export async function withdrawal(trader: Trader, amount: unknown, changes: Changes = {}): Promise<Answer> {
  const nonce = accepted(await trader.get("/v1/withdraw_nonce")).data.withdraw_nonce;
  const message = {
    brokerId: "demo",
    chainId: 196,
    receiver: trader.wallet.address,
    token: "USDC",
    amount,
    withdrawNonce: nonce,
    timestamp: trader.now(),
    ...changes.message,
  };
  const body = await signedBody(trader, "Withdraw", WITHDRAW, message, changes);
  for (;;) {
    const answer = await trader.post("/v1/withdraw_request", body);
    if (answer.status !== 429) return answer;
    // Ten a second, as the interface says.
    await Bun.sleep(100);
  }
}

/** The body of a request to a strategy vault. */
export async function vaultRequestBody(trader: Trader, terms: Members, changes: Changes = {}): Promise<Members> {
  const nonce = accepted(await call(`${trader.url}/v1/public/sv_nonce`)).data.nonce;
  const message = {
    nonce: String(nonce),
    receiver: trader.wallet.address,
    token: "USDC",
    dexBrokerId: "demo",
    chainId: 196,
    ...terms,
    ...changes.message,
  };
  return signedBody(trader, "DexRequest", DEX_REQUEST, message, changes);
}

async function signedBody(
  trader: Trader,
  primaryType: string,
  fields: typeof WITHDRAW | typeof SETTLE_PNL | typeof DEX_REQUEST,
  message: Members,
  { body = {}, signer = trader.wallet, domain = LEDGER_DOMAIN }: Changes,
): Promise<Members> {
  // A value that can't be signed is replaced in the signed message: the request is refused before the signature is
  // checked.
  const signable = Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = message[name];
      if (type.startsWith("uint")) return [name, countable(value, type)];
      if (type === "address") return [name, /^0x[0-9a-fA-F]{40}$/.test(String(value)) ? value : trader.wallet.address];
      if (type === "bytes32") return [name, /^0x[0-9a-fA-F]{64}$/.test(String(value)) ? value : `0x${"0".repeat(64)}`];
      return [name, String(value)];
    }),
  );
  const signature = await signTyped(signer, { domain, primaryType, fields, message: signable });
  return {
    message: { chainType: "EVM", ...message },
    signature,
    userAddress: trader.wallet.address,
    verifyingContract: LEDGER_DOMAIN.verifyingContract,
    ...body,
  };
}

function countable(value: unknown, type: string): bigint {
  const n = /^[0-9]+$/.test(String(value)) ? BigInt(String(value)) : 0n;
  return n < 2n ** BigInt(type.slice(4)) ? n : 0n;
}
