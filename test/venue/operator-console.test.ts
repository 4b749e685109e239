// The operator's console over HTTP: which keys are accepted and what each may do; that an action is carried out once,
// and logged with its place in the journal, over restarts too; and that there is no console where none is configured.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPaths, type Unstamped } from "@evermark/core";
import { decodeCommand, feeE5, micros } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { CONSOLE_ACTS, operatorRows, operatorViews } from "@evermark/interface/operators/operator.ts";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { loadConfiguration } from "@evermark/venue/configuration/load.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";
import { askMachine, type ConsoleAnswer, ConsoleCaller } from "./outside/console-caller.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const ETH = "PERP_ETH_USDC";
const directory = temporaryDirectory();
let running: RunningVenue;
let chief: ConsoleCaller;
let looker: ConsoleCaller;
let actor: ConsoleCaller;
let stranger: ConsoleCaller;

beforeAll(async () => {
  running = await runInProcess(directory.path, { terminal: { name: "Harbour" } });
  [chief, looker, actor, stranger] = await Promise.all([
    ConsoleCaller.open(running, "chief", "view,act,money"),
    ConsoleCaller.open(running, "looker", "view"),
    ConsoleCaller.open(running, "actor", "act"),
    ConsoleCaller.open(running, "stranger", ""),
  ]);
});
afterAll(async () => {
  await running.stop();
  directory[Symbol.dispose]();
});

const outcome = ({ status, code, data }: ConsoleAnswer) => (status === 200 ? data : [status, code]);
const VIEWS = Object.values(operatorViews).filter(({ auth }) => auth === "operator");
const wellFormed = (path: string) => (path.endsWith("/act") ? `${path}?act_id=${crypto.randomUUID()}` : path);

describe("a key", () => {
  test("of any role sees everything, and one that was not granted sees nothing", async () => {
    for (const { path } of VIEWS) {
      const answers = await Promise.all([looker, actor, stranger].map((caller) => caller.get(wellFormed(path))));
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 200, 200, 401]);
      expect(answers[0]!.headers.get("cache-control")).toBe("no-store");
    }
    expect((await stranger.get("/operator/v1/venue")).data.name).toBe("Harbour");
  });

  test("may do what its roles allow, and nothing else", async () => {
    for (const act of CONSOLE_ACTS) {
      expect([act, outcome(await looker.act(act, {}))]).toEqual([act, [401, -1002]]);
      expect([act, outcome(await stranger.act(act, {}))]).toEqual([act, [401, -1002]]);
    }
    expect(outcome(await actor.act("withdrawals", { state: "paused" }))).toEqual([401, -1002]);
    expect(outcome(await actor.act("halt", { halted: true, reason: "a drill" }))).toMatchObject({ state: "done" });
    expect(outcome(await actor.act("halt", { halted: false }))).toMatchObject({ state: "done" });
    expect(running.venue.engine.venue().halted).toBe(false);
  });

  test("works until it is removed or expires, and a name has one key", async () => {
    const guest = await ConsoleCaller.open(running, "guest", "view");
    expect((await guest.get("/operator/v1/key")).data.own).toMatchObject({ name: "guest", granted_by: "root" });
    await askMachine(directory.path, { do: "remove_key", input: { name: "guest" } });
    expect(outcome(await guest.get("/operator/v1/key"))).toEqual([401, -1002]);
    const why = (request: Parameters<typeof askMachine>[1]) =>
      askMachine(directory.path, request).then(
        () => "nothing",
        (error: Error) => error.message,
      );
    const key = guest.key.publicKey;
    const grant = (input: object) => why({ do: "grant_key", input: { name: "guest", key, roles: "view", ...input } });
    const refused = await Promise.all([
      grant({ expires_time: running.venue.clock.now() - 1 }),
      grant({ name: "again", key: chief.key.publicKey }),
      grant({ name: "bad name" }),
      grant({ roles: "view,view" }),
      grant({ key: `ed25519:${"1".repeat(32)}` }),
      why({ do: "remove_key", input: { name: "guest" } }),
    ]);
    expect(refused).toEqual([
      expect.stringContaining("expires_time is invalid"),
      expect.stringContaining("under the name chief"),
      expect.stringContaining("name is invalid"),
      expect.stringContaining("each once"),
      expect.stringContaining("no public key"),
      expect.stringContaining("no key guest"),
    ]);
    const { rows } = (await askMachine(directory.path, { do: "keys", input: {} })) as { rows: { name: string }[] };
    expect(rows.map(({ name }) => name)).not.toContain("guest");
  }, 20_000);

  test("can be granted only on the machine", async () => {
    for (const act of ["grant_key", "remove_key", "keys"]) {
      expect(outcome(await chief.act(act, { name: "x" }))).toEqual([404, -1006]);
    }
  });
});

describe("a request", () => {
  test("needs a valid and recent signature", async () => {
    for (const row of operatorRows.filter(({ auth }) => auth === "operator")) {
      const path = wellFormed(row.path);
      const { method } = row;
      const body = method === "GET" ? "" : "{}";
      const type: Record<string, string> = body === "" ? {} : { "Content-Type": "application/json" };
      const unsigned = await chief.sendAs(method, path, body, type);
      expect([path, outcome(unsigned)]).toEqual([path, [401, -1001]]);
      const late = await chief.send(method, path, { ...(body !== "" && { body: {} }), offMs: -61_000 });
      expect([path, outcome(late)]).toEqual([path, [401, -1002]]);
      const elsewhere = await chief.send(method, path, {
        ...(body !== "" && { body: {} }),
        headers: { "Sec-Fetch-Site": "cross-site" },
      });
      expect([path, outcome(elsewhere)]).toEqual([path, [404, -1006]]);
      if (method === "GET") continue;
      const other = await chief.send(method, path, { body: {}, headers: { "Content-Type": "text/plain" } });
      expect([path, outcome(other)]).toEqual([path, [415, -1005]]);
      expect([path, outcome(await chief.send(method, path, { body: {} }))]).toEqual([path, [400, -1005]]);
    }
    expect(outcome(await chief.get("/operator/v1/act?act_id=1"))).toEqual([400, -1005]);
    expect(outcome(await chief.get("/operator/v1/log?size=0"))).toEqual([400, -1005]);
    expect(outcome(await chief.get("/operator/v1/venue", { headers: { "Sec-Fetch-Site": "same-site" } }))).toEqual([
      404, -1006,
    ]);
  });

  test("gives pages of other origins no permission to read, and the console serves nothing else", async () => {
    const { url } = chief;
    const open = await fetch(`${url}/operator/v1/venue`, { headers: { Origin: "https://evil.example" } });
    expect(open.headers.get("access-control-allow-origin")).toBeNull();
    const query = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    const preflight = await fetch(`${url}/operator/v1/acts/halt`, { method: "OPTIONS", headers: query });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([405, null]);
    for (const path of [
      "/operator/files/x.js",
      "/health",
      "/v1/public/info",
      "/sandbox/halt",
      "/operator/v1",
      "/operator/v1/acts/prices",
    ]) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${running.url}/operator/v1/venue`)).status).toBe(404);
  });

  test("counts against its own key's limit, and a flood of actions is slowed down", async () => {
    const flood = await ConsoleCaller.open(running, "flood", "view,act,money");
    for (const row of operatorRows) {
      const isAct = row.method === "POST";
      const send = () => flood.send(row.method, wellFormed(row.path), isAct ? { body: {} } : {});
      const answers = await Promise.all(Array.from({ length: isAct ? 31 : 301 }, send));
      expect([row.path, answers.some(({ code }) => code === -1003)]).toEqual([row.path, true]);
    }
    expect((await chief.get("/operator/v1/markets")).status).toBe(200);
  }, 60_000);
});

describe("an action", () => {
  test("is a command of the journal, and is logged with its place there, its key and its input", async () => {
    const before = running.venue.sequencer.appliedPosition;
    const done = outcome(await chief.act("market", { symbol: ETH, state: "REDUCE_ONLY", reason: "thin book" }));
    expect(done).toMatchObject({
      ...{ who: "chief", through: "console", act: "market", state: "done", why: null },
      input: { symbol: ETH, state: "REDUCE_ONLY", reason: "thin book" },
      answer: { symbol: ETH, state: "REDUCE_ONLY", reason: "OPERATOR" },
    });
    expect(done.first_position).toBeGreaterThan(before);
    const { rows } = (await looker.get("/operator/v1/log?size=1")).data;
    expect(rows).toEqual([done]);
    const found = (await looker.get(`/operator/v1/act?act_id=${done.act_id}`)).data.entry;
    expect(found).toEqual(done);
    const written: unknown[] = [];
    for (const { position, payload } of readJournal(dataPaths(directory.path).journal, 1)) {
      if (position === done.first_position) written.push(decodeCommand(payload));
    }
    expect(written).toMatchObject([{ type: "set_market_state", state: "REDUCE_ONLY", reason: "thin book" }]);
    const { rows: markets } = (await looker.get("/operator/v1/markets")).data;
    expect(markets.find(({ symbol }: { symbol: string }) => symbol === ETH)).toMatchObject({
      ...{ state: "REDUCE_ONLY", detail: "thin book" },
      rules: { price_range: expect.any(Number), sources: expect.any(Array) },
    });
  });

  test("is carried out once: the same bytes again, and another signature over the same id, do nothing", async () => {
    const actId = crypto.randomUUID();
    const query = { message: "An upgrade on Friday" };
    expect(outcome(await chief.act("announce", query, actId)).answer.announcement_id).toBe(1);
    expect(outcome(await chief.act("announce", query, actId))).toEqual([409, -1007]);
    expect(outcome(await chief.act("halt", { halted: true }, actId))).toEqual([409, -1007]);
    const together = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => chief.act("announce", query, together)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { announcements } = (await looker.get("/operator/v1/notices")).data;
    expect(announcements.map(({ announcement_id }: { announcement_id: number }) => announcement_id)).toEqual([1, 2]);
  });

  test("that is refused is logged with the reason, and one that is not well-formed is not logged", async () => {
    const last = async () => (await looker.get("/operator/v1/log?size=1")).data.rows[0];
    expect(outcome(await chief.act("market", { symbol: ETH, state: "NEW" }))).toEqual([400, -1012]);
    const refused = await last();
    expect(refused).toMatchObject({ act: "market", state: "refused", why: expect.any(String), answer: null });
    expect(outcome(await chief.act("market", { symbol: "PERP_FOO_USDC", state: "HALTED" }))).toEqual([400, -1005]);
    expect(outcome(await chief.act("halt", { halted: "perhaps" }))).toEqual([400, -1005]);
    expect(outcome(await chief.act("halt", { halted: true, force: true }))).toEqual([400, -1005]);
    expect((await last()).number).toBe(refused.number + 1);
    expect(await last()).toMatchObject({ act: "market", state: "refused", input: { symbol: "PERP_FOO_USDC" } });
  });

  test("of a user of the machine is in the same log, and a read is in none", async () => {
    await askMachine(directory.path, { do: "announce", input: { message: "from the machine" }, by: "anna" });
    await askMachine(directory.path, { do: "keys", input: {} });
    await askMachine(directory.path, { do: "parked", input: {} });
    const { rows } = (await looker.get("/operator/v1/log?size=1")).data;
    expect(rows).toMatchObject([{ who: "anna", through: "machine", act: "announce", state: "done" }]);
  });

  test("can be any that is declared, and each is refused as its row says", async () => {
    const { engine } = running.venue;
    const now = running.venue.clock.now();
    const refused: [string, object, [number, number]][] = [
      ["announce", { message: "x", url: "ftp://x" }, [400, -1005]],
      ["withdraw_announcement", { announcement_id: 999 }, [400, -1006]],
      ["maintenance", { start_time: 1, end_time: 2 }, [400, -1005]],
      ["halt", { halted: false }, [400, -1012]],
      ["clock", { confirmed: true }, [400, -1012]],
      ["deposits", { state: "running" }, [400, -1012]],
      ["parked", { credit: "none" }, [400, -1006]],
      ["custody", {}, [400, -1012]],
      ["builder", { broker_id: "nobody", minimum_tier: 1 }, [400, -1006]],
      ["account", { account_id: "0x1", transfers_allowed: true }, [400, -1006]],
      ["vault_state", { vault_id: "0x1", state: "live" }, [400, -1006]],
    ];
    for (const [act, input, why] of refused) expect([act, outcome(await chief.act(act, input))]).toEqual([act, why]);
    const done = async (act: string, input: object) => {
      const answered = await chief.act(act, input);
      expect([act, answered.status, answered.message]).toEqual([act, 200, undefined]);
    };
    await done("maintenance", { start_time: now + 3_600_000, end_time: now + 7_200_000, message: "an upgrade" });
    expect((await looker.get("/operator/v1/notices")).data.maintenance.phase).toBe("announced");
    await done("maintenance", { start_time: 0 });
    await done("withdrawals", { state: "paused" });
    expect((await looker.get("/operator/v1/withdrawals")).data).toEqual({ paused: true, rows: [] });
    await done("withdrawals", { state: "running" });
    await done("withdraw_announcement", { announcement_id: 1 });
    expect(engine.funds.withdrawalsPaused).toBe(false);
    expect((await looker.get("/operator/v1/fund")).data).toMatchObject({ solvent: true, debt: 0, rows: [] });
    expect((await looker.get("/operator/v1/custody")).data).toMatchObject({ chain: false, parked: [] });
    const { data: system } = await looker.get("/operator/v1/system");
    expect(system).toMatchObject({ mode: "sandbox", chain: null, journal: { segments: 1 }, clock: { doubted: false } });
    expect(system.journal.bytes).toBeGreaterThan(1_000);
    expect((await looker.get("/operator/v1/prices")).data).toEqual({ from: "manual", rows: [] });
  });

  test("of every kind is refused for an id that was used, and for the state of the venue", async () => {
    const used = crypto.randomUUID();
    expect((await chief.act("withdrawals", { state: "running" }, used)).status).toBe(200);
    for (const act of CONSOLE_ACTS) {
      expect([act, outcome(await chief.act(act, INPUTS[act], used))]).toEqual([act, [409, -1007]]);
    }
    const keeper = await ConsoleCaller.open(running, "keeper", "act,money");
    const send = (command: Unstamped) => running.venue.sequencer.send(command);
    const news = { type: "announce", message: "news", url: "", kind: "" } as const;
    for (let i = 0; i < 50; i++) await send(news);
    expect(outcome(await keeper.act("announce", { message: "one more" }))).toEqual([400, -1012]);
    const start = running.venue.clock.now() + 3_600_000;
    const window = { start_time: start, end_time: start + 1_000_000 };
    expect(outcome(await keeper.act("maintenance", { start_time: 0 }))).toEqual([400, -1012]);
    expect((await keeper.act("maintenance", window)).status).toBe(200);
    const [reference, accountId] = ["stranger", `0x${"77".repeat(32)}`];
    await send({ type: "park_deposit", amount: micros(5), reference, accountId, reason: "unknown builder" });
    expect((await looker.get("/operator/v1/custody")).data.parked).toHaveLength(1);
    expect(outcome(await keeper.act("parked", { credit: reference }))).toEqual([400, -1012]);
    const wallet = `0x${"12".repeat(20)}`;
    const terms = { vault_name: "A fund", sp_address: wallet, broker_id: "demo", performance_fee_rate: 0.1 };
    const open = (changes: object) => keeper.act("open_vault", { ...terms, ...changes });
    expect(outcome(await open({}))).toEqual([400, -1006]);
    await send({ type: "add_broker", brokerId: "demo", takerFee: feeE5(60), makerFee: feeE5(30) });
    await send({
      type: "open_account",
      accountId: accountIdOf(wallet, "demo"),
      wallet,
      brokerId: "demo",
      forDeposit: false,
    });
    const vault_address = `0x${"34".repeat(20)}`;
    const opened = outcome(await open({ vault_address }));
    expect(opened.last_position).toBe(opened.first_position + 1);
    expect(outcome(await open({ vault_address }))).toEqual([409, -1007]);
    const { vault_id } = opened.answer;
    expect(outcome(await keeper.act("vault_state", { vault_id, state: "live" }))).toEqual([400, -1012]);
    for (let i = 2; i <= 10; i++) expect((await open({ vault_name: `Fund ${i}` })).status).toBe(200);
    expect(outcome(await open({ vault_name: "One too many" }))).toEqual([400, -1012]);
    expect(outcome(await keeper.act("builder", { broker_id: "demo", minimum_tier: 2 })).answer.minimum_tier).toBe(2);
    const { rows } = (await looker.get("/operator/v1/fees")).data;
    expect(rows.at(-1)).toMatchObject({ broker_id: "demo", minimum_tier: 2, taker_fee: 0.0006, users: 1 });
  }, 20_000);

  test("that the disk can't store is refused, and nothing happens", async () => {
    using other = temporaryDirectory();
    const venue = await runInProcess(other.path);
    const caller = await ConsoleCaller.open(venue, "chief", "view,act,money");
    await venue.stop();
    // The log is opened with the first action, and a file is in the way of its folder.
    const repeated = await runInProcess(other.path);
    const restarted = await ConsoleCaller.withKey(repeated, caller.key);
    rmSync(join(other.path, "operator"), { recursive: true });
    writeFileSync(join(other.path, "operator"), "");
    const { rows } = (await restarted.get("/operator/v1/log")).data;
    for (const act of CONSOLE_ACTS) {
      expect([act, outcome(await restarted.act(act, INPUTS[act]))]).toEqual([act, [503, -1011]]);
    }
    expect(repeated.venue.engine.venue().halted).toBe(false);
    expect((await restarted.get("/operator/v1/log")).data.rows).toEqual(rows);
    await repeated.stop();
  }, 20_000);
});

test("keys and log are there after a restart, and an earlier action is not repeated", async () => {
  using other = temporaryDirectory();
  const first = await runInProcess(other.path);
  const caller = await ConsoleCaller.open(first, "chief", "view,act");
  const actId = crypto.randomUUID();
  const halt = { halted: true, reason: "an incident" };
  expect((await caller.act("halt", halt, actId)).status).toBe(200);
  const { rows } = (await caller.get("/operator/v1/log")).data;
  await first.stop();
  // History is rebuilt from the journal, which does not record the operator.
  for (const file of ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm", "history.sqlite-sums"]) {
    rmSync(join(other.path, file), { force: true });
  }
  const second = await runInProcess(other.path);
  const repeated = await ConsoleCaller.withKey(second, caller.key);
  expect((await repeated.get("/operator/v1/log")).data.rows).toEqual(rows);
  expect(rows.map(({ who, act }: { who: string; act: string }) => [who, act])).toEqual([
    ["chief", "halt"],
    ["root", "grant_key"],
  ]);
  expect(outcome(await repeated.act("halt", halt, actId))).toEqual([409, -1007]);
  await second.stop();
});

test("production has a console only where one is configured, and a sandbox only on its own machine", () => {
  const load = (flags: object) =>
    loadConfiguration({ flags: { ...flags }, environment: {}, directory: "/nonexistent" });
  const production = { mode: "production", "chain.rpc": "off", demo: false, prices: "feeds" };
  expect(load({}).console).toEqual({ host: "127.0.0.1", port: "beside" });
  expect(load(production).console).toEqual({ host: "127.0.0.1", port: "off" });
  expect(load({ ...production, "console.port": "9999" }).console.port).toBe(9_999);
});

/** A well-formed input for each action. */
const INPUTS: Readonly<Record<(typeof CONSOLE_ACTS)[number], object>> = {
  announce: { message: "x" },
  withdraw_announcement: { announcement_id: 1 },
  market: { symbol: ETH, state: "HALTED" },
  maintenance: { start_time: 0 },
  halt: { halted: true },
  clock: { confirmed: true },
  withdrawals: { state: "paused" },
  deposits: { state: "running" },
  parked: { credit: "x" },
  custody: { accept: `0x${"ab".repeat(32)}` },
  builder: { broker_id: "demo", minimum_tier: 1 },
  account: { account_id: "0x1", transfers_allowed: true },
  open_vault: { vault_name: "x", sp_address: `0x${"12".repeat(20)}`, broker_id: "demo", performance_fee_rate: 0.1 },
  vault_state: { vault_id: "x", state: "live" },
};
