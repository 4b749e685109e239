// The past of a new sandbox, on the real engine and in the tables of history.

import { expect, test } from "bun:test";
import { Engine } from "@evermark/engine";
import { type ConfigurationChanges, sandboxConfiguration } from "../../configuration/load.ts";
import { Projector } from "../../history/history-inside.ts";
import { memoryTables } from "../../history/testing/databases.ts";
import { RUNGS } from "../decisions/quoted-ladder.ts";
import { playedPast, START } from "../testing/played-market.ts";
import { hasPast } from "./past.ts";

const DAY = 86_400_000;
/** Not at a full hour. */
const NOW = START + 754_000;

test("the same seed makes the same days, and another seed different ones", async () => {
  const [once, again, other] = [
    await playedPast({ pastDays: 1 }, NOW),
    await playedPast({ pastDays: 1 }, NOW),
    await playedPast({ pastDays: 1, seed: 2 }, NOW),
  ];
  expect(once.tape.hash()).toBe(again.tape.hash());
  expect(other.tape.hash()).not.toBe(once.tape.hash());
  // Except for a key that each venue draws for itself.
  const isKey = ({ type }: { type: string }) => type === "set_hash_key";
  expect(once.commands.filter((command) => !isKey(command))).toEqual(
    again.commands.filter((command) => !isKey(command)),
  );
});

test("the past ends now, with complete books and every market trading, and passes the audit", async () => {
  const { engine, commands, tape } = await playedPast({ pastDays: 1 }, NOW);
  expect(commands.at(-1)?.at as number).toBe(NOW);
  expect(commands[0]?.at as number).toBe(START - DAY);
  engine.audit();
  for (let market = 0; market < engine.marketCount; market++) {
    const view = engine.market(market);
    expect(view.state).toBe("ACTIVE");
    for (const side of ["BUY", "SELL"] as const) {
      expect(engine.bookSide(market, side, RUNGS).length).toBeGreaterThanOrEqual(RUNGS - 5);
    }
    expect(view.openInterest).toBeGreaterThan(0);
    expect(view.lastFundingRate).not.toBe(0);
    const trades = tape.trades.filter((trade) => trade.market === market);
    expect(trades.length).toBeGreaterThan(200);
    const prices = trades.map(({ price }) => price);
    expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.005);
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.5);
  }
});

test("history derives candles and funding rates from the past's trades", async () => {
  const { commands, tape, engine: played } = await playedPast({ pastDays: 1 }, NOW);
  const tables = memoryTables();
  const engine = Engine.atBeginning();
  const projector = new Projector(tables, engine);
  projector.begin();
  for (const [place, command] of commands.entries()) {
    engine.apply(command, projector);
    projector.commandEnd(place + 1);
  }
  projector.commit({ position: commands.length, checksum: "" });
  expect(engine.stateHash()).toBe(played.stateHash());

  const [minutes] = tables.ask<{ volume: number; count: number; high: number }>(
    "SELECT sum(volume) AS volume, sum(count) AS count, max(high) AS high FROM candles WHERE market = 0 AND resolution = 0",
  );
  const bitcoin = tape.trades.filter(({ market }) => market === 0);
  expect(minutes).toEqual({
    volume: bitcoin.reduce((sum, { quantity }) => sum + quantity, 0),
    count: bitcoin.length,
    high: Math.max(...bitcoin.map(({ price }) => price)),
  });
  const rates = tables.ask<{ market: number; count: number }>(
    "SELECT market, count(*) AS count FROM funding_rates GROUP BY market",
  );
  expect(rates.length).toBe(13);
  for (const { count } of rates) expect(count).toBeGreaterThanOrEqual(3);
});

test.each<[string, ConfigurationChanges, boolean]>([
  ["as it is by itself", {}, true],
  ["with no days", { pastDays: 0 }, false],
  ["without demo traders", { demo: false }, false],
  ["with prices by hand", { prices: "manual" }, false],
  ["with prices from outside", { prices: "feeds" }, false],
  ["in production", { mode: "production" }, false],
])("a sandbox %s begins with days behind it, or empty", (_, changes, expected) => {
  expect(hasPast(sandboxConfiguration("/nowhere", changes))).toBe(expected);
});
