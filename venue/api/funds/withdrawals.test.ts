// What a withdrawal request passes to the engine: the signature for the vault, and the configured fee. Whole
// withdrawals are in test/venue/withdrawals.test.ts.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { WITHDRAWAL_CONTRACT, withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader } from "../../testing/rest-caller.ts";
import { domainOf } from "./funds-message.ts";

const now = MEMORY_VENUE_START;
const FEE = 2_500_000;

async function world() {
  const memory = memoryApi({ configuration: { chain: { withdrawFee: micros(FEE) } } });
  const { api } = memory;
  const trader = await newTrader(api, { now, scope: "read,trading,asset" });
  const account = memory.engine.findAccount(trader.accountId);
  const ask = async (method: string, path: string, content?: object) => {
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const headers = await trader.sign({ method, path: path.replace(/\?.*/, ""), now, ...body });
    return call(api, method, path, { headers, ...body });
  };
  return { memory, trader, account, ask };
}

test("the vault is handed the wallet's signature as contracts read it, and the configured fee", async () => {
  const { memory, trader, account, ask } = await world();
  memory.deposit(account, 100);
  const { json } = await ask("GET", "/v1/withdraw_nonce");
  const withdrawNonce = Number(json.data?.withdraw_nonce);
  const { address } = trader.wallet;
  const signed = { brokerId: "demo", chainId: 196, receiver: address, token: "USDC", withdrawNonce, timestamp: now };
  const signature = await trader.wallet.signTypedData(
    withdrawTypedData({ ...signed, receiver: address.toLowerCase(), amount: 9_000_000n }, domainOf(memory.venue)),
  );
  // The spelling of some wallets.
  const written = signature.slice(0, -2) + (signature.endsWith("1b") ? "00" : "01");
  const answer = await ask("POST", "/v1/withdraw_request", {
    message: { ...signed, chainType: "EVM", amount: "9000000" },
    signature: written,
    userAddress: address,
    verifyingContract: WITHDRAWAL_CONTRACT,
  });
  expect(answer.json.data).toEqual({ withdraw_id: 1 });
  expect(memory.engine.funds.withdrawal(1)).toMatchObject({
    fee: FEE,
    proof: { signature: signature.toLowerCase(), signedAt: now, signer: "" },
  });
});
