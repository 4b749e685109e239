// The program as people use it: processes, signals, output. One venue is started, and every command is run against it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorActs } from "@evermark/interface/operators/operator-acts.ts";
import type { Subprocess } from "bun";
import { explain } from "./explain.ts";
import { evermarkProgram } from "./program.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-cli-"));
const program = join(import.meta.dir, "bin", "evermark.mjs");
const bootstrap = join(import.meta.dir, "bin", "bootstrap.mjs");

type Running = Subprocess<"ignore", "pipe", "pipe">;

/** The environment without this machine's own settings, which would otherwise apply to the venue. */
function cleanEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith("EVERMARK_")) environment[name] = value;
  }
  return environment;
}

function launch(script: string, args: readonly string[]): Running {
  return Bun.spawn(["node", script, ...args], {
    cwd: directory,
    env: cleanEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs a command to its end. */
async function evermark(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const running = launch(program, args);
  const [out, err] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()]);
  return { code: await running.exited, out, err: err.trim() };
}

function startVenue(dataDirectory: string): Running {
  const quiet = ["--no-demo", "--prices", "manual", "--log-level", "error", "--audit", "--chain", "off"];
  return launch(bootstrap, ["start", "--port", "0", "--data", join(directory, dataDirectory), ...quiet]);
}

/** Reads standard output up to the first line, and returns that line and the reader for the rest. */
async function firstLine(running: Running) {
  const reader = running.stdout.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended before it was ready: ${await new Response(running.stderr).text()}`);
    text += new TextDecoder().decode(value);
  }
  return { line: text, reader };
}

let venue: Running;
let url: string;

beforeAll(async () => {
  venue = startVenue("shared");
  const { line } = await firstLine(venue);
  url = line.trim().slice("ready ".length);
});

afterAll(async () => {
  venue.kill("SIGTERM");
  await venue.exited;
  rmSync(directory, { recursive: true });
});

test("a venue prints its URL, and answers there", async () => {
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test("a user gets from nothing to a position, and out of it again", async () => {
  const onboarded = await evermark("onboard", "--url", url, "--json");
  expect(JSON.parse(onboarded.out)).toMatchObject({ broker_id: "evermark", balance: 10_000, env_file: ".env" });
  const env = readFileSync(join(directory, ".env"), "utf8");
  expect(env).toContain(`EVERMARK_URL=${url}\n`);

  const repeated = await evermark("onboard", "--url", url);
  expect(repeated).toMatchObject({ code: 1, out: "" });
  expect(repeated.err).toBe(".env exists; move it away, name another with --out, or replace it with --force");

  const placed = await evermark("order", "PERP_BTC_USDC", "buy", "0.01", "--price", "59000", "--json");
  expect(JSON.parse(placed.out)).toMatchObject({ order_id: 1, status: "NEW" });
  const open = await evermark("orders", "--status", "incomplete");
  expect(open.out).toContain("PERP_BTC_USDC  BUY   LIMIT  59000");
  expect((await evermark("book", "PERP_BTC_USDC")).out).toBe("side  price  quantity\nbuy   59000      0.01\n");
  expect((await evermark("cancel", "PERP_BTC_USDC", "1")).out).toBe("order 1 CANCELLED\n");
  expect((await evermark("positions")).out).toContain("no positions");
});

test("a rejected order prints why, with the numbers, and fails the command", async () => {
  const refused = await evermark("order", "PERP_BTC_USDC", "buy", "0.01", "--price", "59000.05");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("(code -1103)");
});

test("an operator publishes an announcement through the running venue, and ends it", async () => {
  const data = ["--data", join(directory, "shared")];
  const active = async () => ((await (await fetch(`${url}/v1/public/announcement`)).json()) as { data: unknown }).data;
  const news = { message: "an upgrade on Friday", url: "https://a.example/1" };
  const announced = await evermark("announce", news.message, "--url", news.url, "--type", "maintenance", ...data);
  expect(announced).toEqual({ code: 0, out: "announced as 1\n", err: "" });
  expect(await active()).toEqual({ rows: [{ announcement_id: 1, ...news }] });
  expect((await evermark("announce", "--withdraw", "1", "--json", ...data)).out).toBe('{"announcement_id":1}\n');
  expect(await active()).toEqual({ rows: [] });
  expect(await evermark("announce", "--withdraw", "1", ...data)).toMatchObject({
    code: 1,
    err: "no announcement 1 is active",
  });
});

test("an operator halts the running venue and one of its markets, and resumes them", async () => {
  const operator = (...args: string[]) => evermark("operator", ...args, "--data", join(directory, "shared"));
  const symbol = "symbol=PERP_BTC_USDC";
  const halted = await operator("market", symbol, "state=REDUCE_ONLY", "reason=thin book");
  expect(halted).toEqual({ code: 0, out: "symbol PERP_BTC_USDC\nstate REDUCE_ONLY\nreason OPERATOR\n", err: "" });
  expect((await operator("market", symbol, "state=ACTIVE", "--json")).out).toBe(
    '{"symbol":"PERP_BTC_USDC","state":"ACTIVE","reason":"OPERATOR"}\n',
  );
  const window = ["start_time=2999-01-01T10:00Z", "end_time=2999-01-01T11:00Z"];
  expect(await operator("maintenance", ...window)).toEqual({ code: 0, out: "done\n", err: "" });
  expect((await operator("maintenance", "start_time=0")).code).toBe(0);
  expect((await operator("builder", "broker_id=nobody", "minimum_tier=1")).err).toBe("BrokerId is not exist");
  expect((await operator("market", symbol, "state=SHUT")).err).toContain("state is invalid");
});

test("a mistake in a command is one line", async () => {
  for (const [words, line] of [
    [["start", "--prot", "1"], "unknown option '--prot' (Did you mean --port?)"],
    [["order", "PERP_BTC_USDC", "hold", "1"], 'side: "hold"; expected buy or sell'],
    [["order", "PERP_BTC_USDC", "buy", "1", "--type", "limit"], "--price: a limit order needs one"],
  ] as const) {
    expect(await evermark(...words)).toEqual({ code: 1, out: "", err: line });
  }
});

test("a mistake in a value is reported with what was expected", async () => {
  const nowhere = join(directory, "nowhere");
  for (const [words, line] of [
    [
      ["start", "--chain", "remote"],
      'chain.rpc: "remote" (--chain); expected local, off, or up to 16 different http(s) URLs with commas between them',
    ],
    [["cancel"], "cancel: expected a market or --all, and not both"],
    [["operator", "shut"], `act: shut; expected one of ${Object.keys(operatorActs).join(", ")}`],
    [["operator", "halt", "halted"], "halted: expected name=value"],
    [["announce"], "message: not given; expected the text to announce"],
    [["announce", "x", "--data", nowhere], `data: ${nowhere} does not exist; expected the data directory of a venue`],
  ] as const) {
    const failure = (await evermarkProgram(words[0]))
      .parseAsync(words, { from: "user" })
      .then(() => "nothing", explain);
    expect(await failure).toBe(line);
  }
});

test("a data directory can be used by one venue at a time", async () => {
  const second = startVenue("shared");
  const [out, err] = await Promise.all([new Response(second.stdout).text(), new Response(second.stderr).text()]);
  expect(await second.exited).toBe(1);
  expect(out).toBe("");
  expect(err.trim()).toMatch(
    /^data directory \S+ is in use by process \d+; stop it first, or choose another directory$/,
  );
});

test("a port that is in use is named", async () => {
  const port = new URL(url).port;
  const { code, out, err } = await evermark("start", "--port", port, "--no-demo", "--log-level", "silent");
  expect({ code, out, err }).toEqual({
    code: 1,
    out: "",
    err: `port: ${port} on 127.0.0.1 is in use; expected a free one (--port 0 takes any)`,
  });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends a venue cleanly, after only one line on its output",
  async (signal) => {
    const running = startVenue(signal);
    const { line, reader } = await firstLine(running);
    running.kill(signal);
    expect(await running.exited).toBe(0);
    expect((await reader.read()).done).toBe(true);
    expect(line.split("\n")).toEqual([expect.stringMatching(/^ready http/), ""]);

    const verified = await evermark("verify", "--data", join(directory, signal), "--replay", "--json");
    const { records, bad, repetition } = JSON.parse(verified.out);
    expect(verified.code).toBe(0);
    expect(records).toBeGreaterThan(13);
    expect(bad).toBeUndefined();
    expect(repetition).toMatchObject({ from: 1, commands: records, sameSnapshots: [records], badSnapshots: [] });
  },
);

test("verify creates no directory where there is none", async () => {
  const missing = join(directory, "mistyped");
  const { code, err } = await evermark("verify", "--data", missing);
  expect([code, err.trim()]).toEqual([1, `data: ${missing} does not exist; expected the data directory of a venue`]);
  expect(existsSync(missing)).toBe(false);
});

test("history can be rebuilt from the journal of a stopped venue", async () => {
  const running = startVenue("rebuilt");
  await firstLine(running);
  running.kill("SIGTERM");
  await running.exited;
  const { code, out } = await evermark("rebuild-history", "--data", join(directory, "rebuilt"), "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out).position).toBeGreaterThan(13);
});
