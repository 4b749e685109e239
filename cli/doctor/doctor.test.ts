// Everything that the doctor checks, first as it should be and then broken.

import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Backup, openStore } from "@evermark/core/backup/index.ts";
import { ChangingVenue } from "@evermark/core/backup/testing/changing-venue.ts";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { readNetworks } from "@evermark/venue/configuration/values/network.ts";
import { insertInto, openTables } from "@evermark/venue/history/history-inside.ts";
import { QuotingServer, sourceAt } from "@evermark/venue/prices/feeds/testing/quoting-server.ts";
import { neverAnswers } from "@evermark/venue/prices/feeds/testing/silent-servers.ts";
import { checkAttesters, checkKey, checkNodes } from "./chain-check.ts";
import { checkClock, kernelClock } from "./clock-check.ts";
import { checkDisk, tryDisk } from "./disk-check.ts";
import { type Finding, lineOf } from "./finding.ts";
import { checkHistory } from "./history-check.ts";
import { checkSources } from "./source-check.ts";
import { checkTokens } from "./token-check.ts";
import { checkBackup, checkOpenFiles, checkPrices, checkProxies, checkReaders } from "./venue-check.ts";

const GIB = 2 ** 30;
const HOUR_MS = 3_600_000;
const said = (finding: Finding) => `${finding.state}: ${finding.text}`;

function configured(changes: Partial<Configuration> = {}): Configuration {
  return sandboxConfiguration("/nowhere", changes);
}

test("a finding is one line, with a remedy when something is wrong", () => {
  expect(lineOf(checkClock({ isSynchronised: true, errorMs: 2.1 }))).toBe(
    "ok       clock      it is synchronised, and at most 3 ms off",
  );
  expect(lineOf(checkOpenFiles(1_024))).toBe(
    "warning  files      1024 may be open, including connections: raise it: ulimit -n, LimitNOFILE= of systemd",
  );
});

test("the clock has to be synchronised, by what the kernel says", () => {
  expect(checkClock({ isSynchronised: true, errorMs: 900 }).state).toBe("warning");
  expect(checkClock({ isSynchronised: false, errorMs: 0 }).state).toBe("failed");
  expect(checkClock(undefined).state).toBe("warning");
  if (process.platform === "linux") expect(kernelClock()?.errorMs).toBeGreaterThanOrEqual(0);
});

test("a disk needs free space, locks and quick syncs, and must be local", () => {
  const good = { freeBytes: 50 * GIB, allBytes: 100 * GIB, type: 0xef53, hasLocks: true, syncMs: 0.4 };
  const states = (changes: Partial<typeof good>) => checkDisk({ ...good, ...changes }).map(({ state }) => state);
  expect(states({})).toEqual(["ok", "ok", "ok"]);
  expect(states({ freeBytes: 5 * GIB })).toEqual(["warning", "ok", "ok"]);
  expect(states({ freeBytes: GIB / 2 })).toEqual(["failed", "ok", "ok"]);
  expect(states({ type: 0x6969 })).toEqual(["ok", "failed", "ok"]);
  expect(states({ type: 0x01021994 })).toEqual(["ok", "failed", "ok"]);
  expect(states({ hasLocks: false })).toEqual(["ok", "warning", "ok"]);
  expect(states({ syncMs: 12 })).toEqual(["ok", "ok", "warning"]);
  expect(states({ syncMs: 80 })).toEqual(["ok", "ok", "failed"]);
});

test("the disk trial leaves nothing behind, and a directory that can't be written to is reported", () => {
  using temporary = temporaryDirectory();
  const disk = tryDisk(temporary.path);
  expect(disk.allBytes).toBeGreaterThan(disk.freeBytes);
  expect(disk.syncMs).toBeGreaterThan(0);
  expect([...new Bun.Glob("**").scanSync({ cwd: temporary.path, onlyFiles: false })]).toEqual([]);
  expect(() => tryDisk(join(temporary.path, "missing"))).toThrow("ENOENT");
});

test("a limit of 20,000 open files is good, 128 is the least", () => {
  expect([undefined, 20_000, 19_999, 128, 127].map((limit) => checkOpenFiles(limit).state)).toEqual([
    "ok",
    "ok",
    "warning",
    "warning",
    "failed",
  ]);
});

test("a market without a spare source halts when one falls silent", () => {
  expect(checkPrices(configured()).state).toBe("ok");
  expect(checkPrices(configured({ mode: "production", markets: [], prices: "feeds" })).state).toBe("warning");

  const [market] = configured().markets;
  const withSources = (...sources: string[]) =>
    configured({
      ...{ mode: "production", prices: "feeds" },
      markets: [{ ...market!, parameters: { ...market!.parameters, sources, minSources: 3 } }],
    });
  expect(checkPrices(withSources("a", "b", "c", "d")).state).toBe("ok");
  expect(said(checkPrices(withSources("a", "b", "c")))).toContain("has the 3 that it needs");
});

test("each price source is asked once, and one that is silent is reported", async () => {
  const server = new QuotingServer({ a: "61000.1", b: "61010" });
  const silent = neverAnswers();
  const markets = configured()
    .markets.slice(0, 2)
    .map((market, n) => ({ ...market, parameters: { ...market.parameters, minSources: 2 + n } }));
  const sources = markets.flatMap(({ parameters: { symbol: market } }) => [
    sourceAt(server.server.url, "a", { market }),
    sourceAt(server.server.url, "b", { market }),
    sourceAt(`ws://${silent.host}/`, "c", { market }),
  ]);
  const found = await checkSources(configured({ markets, feeds: { ...configured().feeds, sources } }), 2_500);
  expect(found.map(({ state }) => state)).toEqual(["ok", "ok", "warning", "ok", "ok", "failed"]);
  const { symbol } = markets[0]!.parameters;
  expect(said(found[0]!)).toMatch(new RegExp(`^ok: ${symbol} of a, a: 61000.1 USD, after \\d+\\.\\d s$`));
  expect(said(found[2]!)).toMatch(new RegExp(`^warning: ${symbol} of c, c: no quote in \\d+ s \\(no quote yet`));
  expect(found[5]!.text).toContain("2 answer, and 3 are needed");
  expect(await checkSources(configured())).toEqual([]);
  // Waits until no connection is left open.
  while (server.listening > 0) await Bun.sleep(5);
  silent.stop();
  await server.stop();
});

test("other users must not read the data", () => {
  using temporary = temporaryDirectory();
  chmodSync(temporary.path, 0o700);
  const configuration = configured({ dataDirectory: temporary.path });
  expect(said(checkReaders(configuration))).toBe(`ok: ${temporary.path} holds no venue yet`);
  mkdirSync(join(temporary.path, "journal"), { mode: 0o700 });
  expect(checkReaders(configuration).state).toBe("ok");
  chmodSync(join(temporary.path, "journal"), 0o750);
  expect(checkReaders(configuration)).toMatchObject({
    state: "failed",
    text: `other users of this machine may read or write ${join(temporary.path, "journal")}`,
  });
});

test("the history's size, its oldest entry and its retention are shown", () => {
  using temporary = temporaryDirectory();
  const configuration = configured({ dataDirectory: temporary.path });
  expect(said(checkHistory(configuration))).toBe("ok: there is none yet, or it can't be read at the moment");
  const opened = openTables(join(temporary.path, "history.sqlite"));
  if ("unusable" in opened) throw new Error(opened.unusable);
  const { tables } = opened;
  expect(said(checkHistory(configuration))).toBe("ok: 0.0 GiB; nothing has happened yet; everything is kept");
  const trade = { market: 3, matchId: 1, price: 1, quantity: 1, takerSide: 0, taker: 1, at: Date.UTC(2026, 4, 17) };
  const insert = tables.prepare(insertInto("trades"));
  for (const [market, at] of [
    [7, trade.at + 1],
    [3, trade.at],
  ] as const)
    insert.run({ ...trade, market, at });
  tables.close();
  const days = { orders: 400, trades: 30, positions: 0 };
  expect(said(checkHistory({ ...configuration, history: { database: null, days } }))).toBe(
    "ok: 0.0 GiB; the oldest row is from 2026-05-17, in trades; kept: orders 400 days, trades 30 days",
  );
  const database = "postgres://me:secret@db:5433/venue";
  expect(said(checkHistory({ ...configuration, history: { database, days } }))).toBe(
    "ok: it is in the PostgreSQL database db:5433/venue; kept: orders 400 days, trades 30 days",
  );
});

test("a venue in production has a proxy in front of it, and is configured for it", () => {
  const production = configured({ mode: "production" });
  expect(checkProxies(configured()).state).toBe("ok");
  expect(checkProxies(production).state).toBe("warning");
  expect(checkProxies({ ...production, trustedProxies: readNetworks("127.0.0.1")! }).state).toBe("ok");
  expect(checkProxies({ ...production, host: "0.0.0.0" }).state).toBe("warning");
});

test("the chain's nodes answer, are on the intended chain, and are up to date", async () => {
  let [chainId, timestamp] = ["0xc4", 1_000];
  using node = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { id, method } = (await request.json()) as { id: number; method: string };
      const result = method === "eth_chainId" ? chainId : { timestamp: `0x${timestamp.toString(16)}` };
      return Response.json({ jsonrpc: "2.0", id, result });
    },
  });
  const on = (...nodes: string[]) => configured({ chain: { ...configured().chain, nodes } });
  const states = async (configuration: Configuration) =>
    (await checkNodes(configuration, 1_010_000)).map(({ state }) => state);
  const url = node.url.href;
  expect(await states(configured())).toEqual(["ok"]);
  expect(await states(on(url, `${url}other`))).toEqual(["ok", "ok"]);
  expect(await states(on(url))).toEqual(["ok", "warning"]);
  timestamp = 800;
  expect(await states(on(url, `${url}other`))).toEqual(["warning", "warning"]);
  chainId = "0x1";
  expect((await checkNodes(on(url), 1_010_000))[0]!.text).toBe(`${node.url.host} is on chain 1, not 196`);
  node.stop(true);
  expect(await states(on(url, `${url}other`))).toEqual(["failed", "failed"]);
});

test("the key that pays withdrawals is present, encrypted, and readable by its user alone", () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "key.json");
  const { chain } = configured();
  const nodes = ["http://127.0.0.1:1/"];
  const password = { EVERMARK_KEYSTORE_PASSWORD: "…" };
  const stateOf = (operatorKey: Configuration["chain"]["operatorKey"], environment = {}, isShown = false) => {
    const signerSecret = isShown ? ({ kind: "hmac", path: "secret" } as const) : null;
    return checkKey({ ...chain, nodes, operatorKey, signerSecret }, environment).state;
  };
  expect(checkKey(chain, {}).state).toBe("ok");
  expect(stateOf(null)).toBe("warning");
  expect(stateOf({ kind: "remote", url: "http://127.0.0.1:1" }, {}, true)).toBe("ok");
  expect(stateOf({ kind: "remote", url: "http://127.0.0.1:1" })).toBe("warning");
  expect(stateOf({ kind: "environment" })).toBe("failed");
  expect(stateOf({ kind: "environment" }, { EVERMARK_OPERATOR_KEY: "0x" })).toBe("warning");
  expect(stateOf({ kind: "keystore", path }, password)).toBe("failed");
  writeFileSync(path, "{}", { mode: 0o600 });
  expect(stateOf({ kind: "keystore", path }, password)).toBe("ok");
  expect(stateOf({ kind: "keystore", path })).toBe("warning");
  chmodSync(path, 0o640);
  expect(stateOf({ kind: "keystore", path }, password)).toBe("failed");
  expect(stateOf({ kind: "keystore", path: temporary.path }, password)).toBe("failed");
});

test("one stolen key is not enough to pay, or a warning says that it is", () => {
  const stateOf = (changes: Partial<Configuration["chain"]>, port: number | "off" = "off") => {
    const chain = {
      ...configured().chain,
      nodes: ["http://127.0.0.1:1/"],
      operatorKey: { kind: "environment" },
      ...changes,
    };
    return checkAttesters(configured({ chain, attesters: { host: "127.0.0.1", port } } as never)).state;
  };
  expect(checkAttesters(configured()).state).toBe("ok");
  expect(stateOf({ isOneKey: false })).toBe("failed");
  expect(stateOf({ isOneKey: false }, 8_197)).toBe("ok");
  expect(stateOf({ isOneKey: true }, 8_197)).toBe("warning");
  expect(stateOf({ isOneKey: false, operatorKey: null })).toBe("ok");
});

test("a token that is not USDC counts as USDC by price sources or, with a warning, by the operator's word", () => {
  const row = { chainId: 1, address: "0xaa", cap: null, bandPpm: null, isAtPar: false };
  const { receivers, feeds } = configured();
  const usdt = (driver: string) => ({ of: { currency: "USDT" }, name: driver }) as never;
  const found = (tokens: readonly object[], sources: readonly unknown[] = []) =>
    checkTokens(
      configured({
        receivers: { ...receivers, tokens },
        receiverChains: { chains: [{ chainId: 1 }], treasury: "0xdd" },
        feeds: { ...feeds, sources },
      } as never),
    ).map(said);
  expect(found([])).toEqual(["ok: none is accepted by transfer"]);
  const [usdc, other] = [
    { ...row, token: "USDC" },
    { ...row, token: "USDT", cap: 250_000_500_000, bandPpm: 2_000 },
  ];
  expect(found([usdc, { ...other, chainId: 56 }])).toEqual(["ok: USDC on chain 1: up to 1000000000"]);
  const wordOf = "warning: USDT on chain 1: up to 250000.5, each counts as one USDC whatever it is worth";
  expect(found([other], [usdt("kraken")])).toEqual([wordOf]);
  const sources = [usdt("kraken"), usdt("bitstamp")];
  expect(found([{ ...other, isAtPar: true }], sources)).toEqual([wordOf]);
  const worth = "ok: USDT on chain 1: up to 250000.5, while it is worth one USDC within 0.2 %";
  expect(found([other], sources)).toEqual([worth]);
  const local = configured({ receiverChains: { chains: "local", treasury: "none" } } as never);
  expect(checkTokens(local).map(said)).toEqual(["ok: those of the sandbox's own chains"]);
});

test("a backup exists, can be read, and is at most a day old", async () => {
  using temporary = temporaryDirectory();
  const disk = new SimulatedDisk(1);
  const { paths } = new ChangingVenue(disk, "one", false);
  const configuration = configured({ backupPlace: temporary.path });
  expect((await checkBackup(configured(), 0)).state).toBe("failed");
  expect(said(await checkBackup(configuration, 0))).toBe(`failed: ${temporary.path} holds none`);
  const store = openStore(temporary.path);
  await (await Backup.open({ paths, disk, now: () => HOUR_MS }, store)).run();
  store.close();
  expect(said(await checkBackup(configuration, 3 * HOUR_MS))).toBe(
    `ok: the newest in ${temporary.path} is 2.0 hours old`,
  );
  expect((await checkBackup(configuration, 28 * HOUR_MS)).state).toBe("failed");
  writeFileSync(join(temporary.path, "manifest.json"), "{}\n0\n");
  expect((await checkBackup(configuration, 3 * HOUR_MS)).text).toContain("manifest.json");
});

test("the command prints a line for each check, and exits with 1 when one has failed", () => {
  using temporary = temporaryDirectory();
  const main = join(import.meta.dir, "..", "main.ts");
  const { exitCode, stdout } = Bun.spawnSync(
    [process.execPath, main, "doctor", "--data", temporary.path, "--chain", "off", "--json"],
    { cwd: temporary.path },
  );
  const findings = JSON.parse(stdout.toString()) as Finding[];
  expect(findings.map(({ what }) => what)).toEqual([
    ...["clock", "room", "disk", "sync", "data", "history", "files", "prices", "chain", "key", "attesters"],
    ...["token", "proxies", "backup"],
  ]);
  expect(findings.at(-1)).toMatchObject({ state: "failed", text: "no place is set" });
  expect(exitCode).toBe(1);
});
