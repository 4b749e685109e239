// The operator's announcements to everyone.

import { expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { readSnapshot, writeSnapshot } from "../../memory/snapshot.ts";
import { Engine } from "../../run/engine.ts";
import { EventLog } from "../../testing/event-log.ts";
import { START } from "../../testing/setup.ts";
import { SmallExchange, shown } from "../../testing/small-exchange.ts";

const NEWS = {
  type: "announce",
  message: "an upgrade on Friday",
  url: "https://a.example/1",
  kind: "maintenance",
} as const;

test("an announcement is active until it is withdrawn, and its number is never reused", () => {
  const log = new EventLog(new SmallExchange());
  expect(log.apply(START, NEWS).created).toBe(1);
  expect(log.apply(START + 5, { ...NEWS, message: "a new market", url: "", kind: "" }).created).toBe(2);
  const { engine } = log.exchange;
  const { message, url, kind } = NEWS;
  const first = { announcementId: 1, message, url, kind, at: millis(START) };
  const second = { announcementId: 2, message: "a new market", url: "", kind: "", at: millis(START + 5) };
  expect(engine.announcements()).toEqual([first, second]);

  expect(log.apply(START + 6, { type: "withdraw_announcement", announcementId: 2 }).rejection).toBeNull();
  expect(engine.announcements()).toEqual([first]);
  expect(log.apply(START + 7, NEWS).created).toBe(3);
  expect(log.venues).toEqual([
    { type: "announcement", ...first },
    { type: "announcement", ...second },
    { type: "announcement_withdrawn", announcementId: 2, at: millis(START + 6) },
    { type: "announcement", ...first, announcementId: 3, at: millis(START + 7) },
  ]);
});

test("announcements survive a snapshot, and their numbers continue after it", () => {
  const log = new EventLog(new SmallExchange());
  for (const _ of [1, 2, 3]) log.apply(START, NEWS);
  log.apply(START, { type: "withdraw_announcement", announcementId: 3 });
  const restored = readSnapshot(writeSnapshot(log.exchange.state).slice());
  const engine = new Engine(restored);
  expect(engine.announcements()).toEqual(log.exchange.engine.announcements());
  expect(new EventLog(new SmallExchange({}, restored)).apply(START, NEWS).created).toBe(4);
});

const refused: readonly (readonly [string, Partial<Record<"message" | "url" | "kind", string>>, number, string])[] = [
  ["nothing", { message: "" }, -1005, "message must not be blank"],
  ["blanks", { message: " \n" }, -1005, "message must not be blank"],
  ["a book", { message: "x".repeat(1_001) }, -1005, "message is invalid: expected at most 1000 characters"],
  ["a script for an address", { url: "javascript:alert(1)" }, -1005, "url is invalid"],
  ["an address with a space", { url: "https://a b" }, -1005, "url is invalid"],
  ["an address without a host", { url: "https://" }, -1005, "url is invalid"],
  ["a very long address", { url: `https://${"a".repeat(493)}` }, -1005, "url is invalid"],
  ["a kind that is no word", { kind: "Two Words" }, -1005, "type is invalid"],
  ["a very long kind", { kind: "k".repeat(33) }, -1005, "type is invalid"],
];
test.each(refused)("%s is not announced", (_, changes, code, message) => {
  const log = new EventLog(new SmallExchange());
  const rejection = shown(log.apply(START, { ...NEWS, ...changes }).rejection);
  expect(rejection?.code).toBe(code);
  expect(rejection?.message).toStartWith(message);
  expect([log.exchange.engine.announcements(), log.venues]).toEqual([[], []]);
});

test("at most fifty are active, and an inactive one cannot be withdrawn", () => {
  const log = new EventLog(new SmallExchange());
  const withdraw = (announcementId: number) => log.apply(START, { type: "withdraw_announcement", announcementId });
  for (let made = 0; made < 50; made++) expect(log.apply(START, NEWS).rejection).toBeNull();
  expect(shown(log.apply(START, NEWS).rejection)).toMatchObject({ code: -1012 });
  expect(withdraw(7).rejection).toBeNull();
  expect(shown(withdraw(7).rejection)).toMatchObject({ code: -1006, message: "no announcement 7 is active" });
  expect(shown(withdraw(51).rejection)).toMatchObject({ code: -1006 });
  expect(log.apply(START, NEWS).created).toBe(51);
});
