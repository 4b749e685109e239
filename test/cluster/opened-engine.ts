// The beginning of every round: one market and some rich accounts, in the journal's first batch, which belongs to no
// node's term. Its behaviour is older than the nodes' programs, as in a venue whose nodes have just been upgraded.

import { type BatchRow, NO_TERM, NOTHING, writeRow } from "@evermark/core/cluster/index.ts";
import { BEHAVIOUR, type Command, Engine, encodeCommand, type Millis, millis, priceE8, silent } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import { BEGINNING } from "./scripted-machine.ts";

/** The behaviour before the newest. */
export const OPENED_UNDER = BEHAVIOUR - 1;
const MARKET = 0;
const USDC = 1_000_000;
export const PRICE = 150 * 100_000_000;
const FIRST_ACCOUNT = 5;
export const ACCOUNTS = [FIRST_ACCOUNT, FIRST_ACCOUNT + 1, FIRST_ACCOUNT + 2] as const;

export const OPENING: BatchRow = writeOpening();
const SNAPSHOT = snapshotBehind(OPENING);

/** An engine in the state after the opening. */
export function openedEngine(): Engine {
  return Engine.restore(SNAPSHOT);
}

function commands(): Command[] {
  const at = millis(BEGINNING - 1_000);
  return [
    { type: "set_behaviour", at, version: OPENED_UNDER },
    { ...listMarket(defaultMarket("PERP_SOL_USDC"), PRICE), at },
    // Set by hand: without a source that reports, the market would halt within a round, and lose its orders.
    { type: "set_index_prices", at, prices: [{ market: MARKET, price: priceE8(PRICE) }] },
    { ...addBroker("builder", 60, 30), at },
    ...ACCOUNTS.flatMap((account): Command[] => [
      { ...openAccount(account, "builder"), at },
      { ...deposit(account, 1_000_000 * USDC, `faucet:${account}:1`), at },
    ]),
  ];
}

function writeOpening(): BatchRow {
  const entries = commands().map((command) => ({
    at: command.at,
    payload: encodeCommand(command).slice(),
    origin: null,
  }));
  return writeRow(NOTHING, NO_TERM, commands()[0]!.at, entries);
}

function snapshotBehind({ at }: BatchRow): Uint8Array {
  const engine = Engine.atBeginning();
  for (const command of commands()) {
    const { rejection } = engine.apply({ ...command, at: at as Millis }, silent);
    if (rejection !== null) throw new Error(`${command.type} was rejected: ${rejection.message}`);
  }
  return engine.snapshot();
}
