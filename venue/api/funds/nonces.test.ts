import { expect, test } from "bun:test";
import type { ChainView } from "../../chain/view/chain-view.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader } from "../../testing/rest-caller.ts";

const PATHS = ["/v1/withdraw_nonce", "/v1/transfer_nonce"];

/** Asks twice for each nonce. @returns the nonces, and how many commands were submitted */
async function asked(scope: string, used: readonly number[] = []) {
  const chain = { isNonceUsed: async (_: string, nonce: number) => used.includes(nonce) } as ChainView;
  const { api, venue } = memoryApi({ parts: { chain } });
  const now = MEMORY_VENUE_START;
  const trader = await newTrader(api, { now, scope });
  const before = venue.sequencer.appliedPosition;
  const nonces: unknown[] = [];
  for (const path of [...PATHS, ...PATHS]) {
    const { json } = await call(api, "GET", path, { headers: await trader.sign({ method: "GET", path, now }) });
    nonces.push(Object.values(json.data ?? {})[0]);
  }
  return [nonces, venue.sequencer.appliedPosition - before];
}

test("a key that may not move money is shown the next nonce, and changes nothing", async () => {
  expect(await asked("read")).toEqual([[1, 1, 1, 1], 0]);
  expect(await asked("read,trading")).toEqual([[1, 1, 1, 1], 0]);
});

test("a key that may move money is handed one nonce after the other", async () => {
  expect(await asked("read,asset")).toEqual([[1, 1, 2, 2], 4]);
});

test("a nonce that the vault has used is neither handed out nor shown", async () => {
  expect(await asked("read,asset", [1, 2, 4])).toEqual([[3, 1, 5, 2], 7]);
  expect(await asked("read", [1, 2, 4])).toEqual([[3, 1, 3, 1], 0]);
});
