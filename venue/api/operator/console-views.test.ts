// What the console shows of the vault, of withdrawals and why each waits, and of the insurance fund with its positions.

import { expect, test } from "bun:test";
import { dataPaths } from "@evermark/core";
import { micros } from "@evermark/engine";
import type { OperatorRole } from "@evermark/interface/rows/endpoint.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { ChainView, OnItsWay } from "../../chain/view/chain-view.ts";
import { createApi } from "../../http/routes/server.ts";
import { ActsLog } from "../../operation/acts/acts-log.ts";
import { ConsoleKeys } from "../../operation/acts/console-keys.ts";
import { Readiness } from "../../operation/reports/readiness.ts";
import { machineClocks } from "../../operation/time/machine-clocks.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { call } from "../../testing/rest-caller.ts";
import type { Venue } from "../../venue.ts";
import { OperatorActs } from "../sandbox/operator-acts.ts";
import { ActExecutor } from "./act-executor.ts";
import { consoleBindings } from "./console-bindings.ts";

const roles: readonly OperatorRole[] = ["view"];
const operator = { name: "anna", key: "k", roles, grantedBy: "root", grantedAt: 0, expiresAt: null };
const caller = { account: -2, ownerAccount: -2, key: "k", scopes: new Set([] as never[]), timestamp: 0, operator };

/** A console that lets every caller in, of a venue with some of its parts replaced. */
function consoleOf(memory: ReturnType<typeof memoryVenue>, folder: string, parts: Partial<Venue>) {
  const venue: Venue = { ...memory.venue, ...parts };
  const paths = dataPaths(folder);
  const log = new ActsLog(`${folder}/acts.log`, venue.log);
  const keys = new ConsoleKeys(folder, venue.log);
  const actExecutor = new ActExecutor({ venue, acts: new OperatorActs(venue), log });
  const bindings = consoleBindings({ actExecutor, keys, paths, clocks: machineClocks, startedAt: 0 });
  const api = createApi(venue, bindings, { console: { authenticate: async () => caller } });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  return async (view: string): Promise<any> => (await call(api, "GET", `/operator/v1/${view}`)).json.data;
}

test("a vault that holds too little is shown with the missing amount, since when, and the unexplained events", async () => {
  using folder = temporaryDirectory();
  const memory = memoryVenue();
  const { accountId } = memory.openAccount({ usdc: 500 });
  const parked = { amount: micros(7_000_000), reference: "deposit:1", accountId, reason: "moved" };
  memory.apply({ type: "park_deposit", ...parked });
  const transaction = `0x${"ab".repeat(32)}` as const;
  const chain = {
    custody: { block: 9, balance: 90_000_000n, expected: 100_000_000n, shortfall: 10_000_000n, repaired: 0n },
    unexplained: [{ kind: "queued", transaction, block: 7, text: "the vault has queued 20 USDC" }],
    trouble: null,
  };
  const custody = { ...chain.custody, shortSince: { block: 8, at: 1_779_269_000_000 } };
  const look = consoleOf(memory, folder.path, { chain: { ...chain, custody } as unknown as ChainView });
  expect(await look("custody")).toEqual({
    ...{ chain: true, block: 9, balance: 90, expected: 100, missing: 10, repaired: 0 },
    ...{ since_block: 8, since_time: 1_779_269_000_000, deposits_trouble: null, custody_trouble: null },
    ...{ assets: null, liabilities: 500, shortfall: null, places: [] },
    unexplained: chain.unexplained,
    parked: [{ reference: "deposit:1", account_id: accountId, amount: 7, reason: "moved" }],
  });
});

test("a withdrawal shows the first reason why it waits", async () => {
  using folder = temporaryDirectory();
  const memory = memoryVenue();
  const { account, wallet } = memory.openAccount({ usdc: 500 });
  const { created: nonce } = memory.apply({ type: "issue_nonce", account, kind: "withdraw" });
  const terms = { amount: micros(20_000_000), fee: micros(1_000_000), nonce, chainId: 196, receiver: wallet };
  memory.apply({ type: "request_withdrawal", account, ...terms, proof: null });
  const readiness = new Readiness(memory.venue.metrics.conditions);
  const custody = readiness.useful("custody");
  let found: OnItsWay | undefined;
  const chain = { findWithdrawal: () => found, trouble: null } as unknown as ChainView;
  const look = consoleOf(memory, folder.path, { chain, readiness });
  const why = async () => (await look("withdrawals")).rows[0].why as string;
  expect(await why()).toBe("it is to be sent next");
  found = { block: null, payableAt: null, isHeld: true };
  expect(await why()).toContain("something keeps it");
  custody.broken("10 USDC are missing");
  expect(await why()).toBe("10 USDC are missing");
  memory.apply({ type: "pause_withdrawals", paused: true });
  expect(await look("withdrawals")).toMatchObject({
    paused: true,
    rows: [{ amount: 20, fee: 1, receiver: wallet, state: "PENDING", why: "an operator has paused withdrawals" }],
  });
  found = { block: 5, payableAt: 1_779_269_000, isHeld: false };
  expect(await why()).toBe("it is in the vault's queue until 2026-05-20T09:23:20.000Z");
  const without = consoleOf(memory, folder.path, {});
  expect((await without("withdrawals")).rows[0].why).toBe("there is no chain that could pay it");
});
