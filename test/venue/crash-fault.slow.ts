// When the venue can no longer trust itself it stops, with a clear message, and nothing that it acknowledged is lost.
// An obstacle that is only temporary it waits out.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dataPaths, type Unstamped } from "@evermark/core";
import { type Engine, millis, silent } from "@evermark/engine";
import { openJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startRefused, startVenue } from "../witness/venue-process.ts";
import { runInProcess } from "./outside/whole-venue.ts";

test("history that another program has locked falls behind, and catches up when it is unlocked", async () => {
  using temporary = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: temporary.path });
  const bot = await Bot.onboard(venue.url);
  using database = new Database(dataPaths(temporary.path).history);
  // The venue may be writing at this moment.
  database.run("PRAGMA busy_timeout = 60000");
  database.run("BEGIN IMMEDIATE");
  // An IOC order that ends at once: open orders are read from the engine, this one from history.
  const placement = await bot.place({ order_price: 150, order_quantity: 1 }, "BUY", "IOC");
  expect(placement.answer?.status).toBe("CANCELLED");
  const read = () => bot.client.orders.getOrder({ order_id: placement.answer!.order_id });
  expect(await read().catch((error) => error)).toMatchObject({ status: 503, code: -1011 });
  database.run("ROLLBACK");
  let order = await read().catch(() => undefined);
  while (order === undefined) {
    await Bun.sleep(20);
    order = await read().catch(() => undefined);
  }
  expect(order).toMatchObject({ status: "CANCELLED", quantity: 1 });
  bot.close();
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
});

test("a broken invariant ends the venue: the command is not answered as done, and no other is taken", async () => {
  using temporary = temporaryDirectory();
  const running = await runInProcess(temporary.path);
  const { sequencer } = running.venue;
  const settle: Unstamped = { type: "settle_pnl", account: 0, nonce: 0 };
  // Without the sequencer's knowledge, the engine's time is moved past every later stamp.
  const engine = running.venue.engine as Engine;
  engine.apply({ type: "tick", at: millis(engine.now + 3_600_000) }, silent);
  const answers = await Promise.all([sequencer.send(settle), sequencer.send(settle)]);
  const stopped = { unavailable: "the venue has stopped on a broken invariant" };
  // Commands already on their way may be in the journal; later ones are not.
  const uncertain = { ...stopped, isUncertain: true };
  expect(answers).toEqual([uncertain, uncertain]);
  expect((await running.failed).message).toContain("time does not go backwards");
  expect(await sequencer.send(settle)).toEqual(stopped);
  await running.stop();
  // The engine's state after a fault is not written as a snapshot.
  expect(readdirSync(dataPaths(temporary.path).snapshots)).toEqual([]);
});

test("a journal with a record that is not a command is refused by a line that names its position", async () => {
  using temporary = temporaryDirectory();
  {
    await using venue = await startVenue({ dataDirectory: temporary.path });
    await venue.process.terminate();
  }
  const listener = { onDurable() {}, onFailure() {} };
  const { journal } = openJournal({ directory: dataPaths(temporary.path).journal, listener });
  const position = journal.append(Date.now(), new Uint8Array([255, 255, 255]));
  await journal.close();
  const refused = await startRefused({ dataDirectory: temporary.path });
  expect(refused.code).toBe(1);
  expect(refused.messages).toHaveLength(1);
  expect(refused.messages[0]).toStartWith(`the command at journal position ${position} can't be repeated: `);
});
