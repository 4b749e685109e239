// The configuration that several nodes share: written once, read by each, and compared with what a node itself has.

import { afterAll, beforeEach, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import fc from "fast-check";
import { KEY_NAMES } from "./configuration-keys.ts";
import type { ConfigurationInput } from "./configuration-sources.ts";
import { loadConfiguration } from "./load.ts";
import { changes, readShared, SHARED_KEY_NAMES, sharedText } from "./shared-configuration.ts";

const temporary = temporaryDirectory();
const FILE = join(temporary.path, "evermark.toml");
afterAll(() => temporary[Symbol.dispose]());
beforeEach(() => rmSync(FILE, { force: true }));

function load(toml: string, input: Partial<ConfigurationInput> = {}) {
  writeFileSync(FILE, toml);
  return loadConfiguration({ flags: {}, environment: {}, directory: temporary.path, ...input });
}

const VENUE = `
  seed = 7
  [faucet]
  amount = 250
  [[brokers]]
  id = "one"
  taker_fee = 0.0005
  [[markets]]
  symbol = "PERP_BTC_USDC"
  max_notional = 1_000_000
`;

test("a node without settings of its own has its venue's, and its own port and directory", () => {
  const first = load(VENUE, { flags: { port: "9001", data: "first" } });
  const second = load("", { flags: { port: "9002", data: "second" }, venue: readShared(first.shared) });
  const own = { port: 9002, dataDirectory: join(temporary.path, "second") };
  expect(second).toEqual({ ...first, ...own });
  expect(second.contradictions).toEqual([]);
});

test("where a node's settings differ, the venue's count, and each difference is named", () => {
  const venue = readShared(load(VENUE).shared);
  const environment = { EVERMARK_SEED: "7" };
  const node = load(
    `
    [faucet]
    amount = 5
    [[brokers]]
    id = "one"
    taker_fee = "0.0006"
    [[brokers]]
    id = "two"
    [[markets]]
    symbol = "PERP_BTC_USDC"
    max_notional = "1000000"
  `,
    { environment, flags: { brand: "other" }, venue },
  );
  expect(node.faucet.amount as number).toBe(250_000_000);
  expect(node.brokers.map(({ id }) => id)).toEqual(["one"]);
  expect(node.contradictions).toEqual([
    { key: "brand", venue: "svc", own: "other" },
    { key: "faucet.amount", venue: 250, own: 5 },
    { key: "brokers.one.taker_fee", venue: 0.0005, own: "0.0006" },
    { key: "brokers.two", venue: undefined, own: { id: "two" } },
  ]);
});

test("a value is the same however it is written", () => {
  const venue = readShared(load("[fees]\ntaker = 0.0005").shared);
  expect(load('[fees]\ntaker = "0.00050"', { venue }).contradictions).toEqual([]);
});

test("a key that only a later version knows counts as a difference", () => {
  const venue = readShared(load("").shared);
  const later = { ...venue, keys: { ...venue.keys, moon_phase: "full" } };
  expect(load("", { venue: later }).contradictions).toEqual([{ key: "moon_phase", venue: "full", own: undefined }]);
});

test("the same configuration is the same text, in whatever order it is written", () => {
  const members = ['id = "one"', 'name = "One"', "taker_fee = 0.0005", "maker_fee = 0.0001"];
  const tables = ["[faucet]\namount = 250", "[limits]\nfactor = 3"];
  const property = fc.property(
    fc.shuffledSubarray(members, { minLength: 4 }),
    fc.shuffledSubarray(tables, { minLength: 2 }),
    (broker, rest) => {
      const one = load(`${tables.join("\n")}\n[[brokers]]\n${members.join("\n")}`).shared;
      const other = load(`${rest.join("\n")}\n[[brokers]]\n${broker.join("\n")}`).shared;
      expect(other).toBe(one);
      expect(sharedText(readShared(one))).toBe(one);
    },
  );
  fc.assert(property, { numRuns: 30 });
});

test("a change lists everything that becomes different, also defaults", () => {
  const [before, after] = [load(VENUE), load("seed = 7\n[faucet]\namount = 300")].map(({ shared }) =>
    readShared(shared),
  );
  expect(changes(before!, after!)).toEqual([
    { key: "faucet.amount", venue: 250, own: 300 },
    { key: "brokers.one", venue: { id: "one", taker_fee: 0.0005 }, own: undefined },
    { key: "markets.PERP_BTC_USDC", venue: { symbol: "PERP_BTC_USDC", max_notional: 1_000_000 }, own: undefined },
  ]);
});

test("no address, secret or local path is among the shared keys", () => {
  const own = KEY_NAMES.filter((name) => !SHARED_KEY_NAMES.includes(name));
  const local = KEY_NAMES.filter((name) =>
    /port$|host$|_key$|secret$|rpc$|^data$|^cluster$|^bus$|log_|place$/.test(name),
  );
  expect(local.filter((name) => !own.includes(name))).toEqual(["chain.one_key", "chain.public_rpc"]);
});

test("a text that is not a configuration is refused", () => {
  expect(() => readShared("{}")).toThrow("none that this version reads");
});
