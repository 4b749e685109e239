import { expect, test } from "bun:test";
import { HELP, listText, readCommandLine } from "./command-line.ts";
import { loadText } from "./load-options.ts";
import type { Benchmark } from "./measure.ts";

const run = async () => {};
const orders: Benchmark = {
  name: "orders",
  about: "orders/s",
  load: { mix: { limit: 9, cancel: 91 }, accounts: 1_000, seconds: 2 },
  quickLoad: { accounts: 10 },
  run,
};
const clients: Benchmark = { name: "clients", about: "frames/s", load: { connections: 200, markets: 1 }, run };
const soak: Benchmark = { name: "soak", about: "ten minutes", onRequest: true, run };
const all = [orders, clients, soak];

function chosen(...args: string[]) {
  const read = readCommandLine(args, all);
  if (read.type !== "run") throw new Error(JSON.stringify(read));
  return read;
}

test("without a name all run but those on request", () => {
  expect(chosen().runs.map(({ benchmark }) => benchmark.name)).toEqual(["orders", "clients"]);
  expect(chosen("soak").runs.map(({ benchmark }) => benchmark.name)).toEqual(["soak"]);
});

test("an option takes the place of the benchmark's own load, and a quick run is smaller", () => {
  const load = (...args: string[]) => chosen("orders", ...args).runs[0]!.load;
  expect(load()).toMatchObject({ mix: { limit: 9, cancel: 91 }, accounts: 1_000, seconds: 2 });
  expect(load("--quick").accounts).toBe(10);
  expect(load("--quick", "--accounts", "20", "--seconds", "0.5")).toMatchObject({ accounts: 20, seconds: 0.5 });
  expect(load("--mix", "limit=1,cancel=3").mix).toEqual({ limit: 1, cancel: 3 });
});

test("an option goes only to the benchmarks that have a use for it", () => {
  const [ordersRun, clientsRun] = chosen("--accounts", "5", "--connections", "7").runs;
  expect([ordersRun!.load.accounts, ordersRun!.load.connections]).toEqual([5, 0]);
  expect([clientsRun!.load.accounts, clientsRun!.load.connections]).toEqual([0, 7]);
});

test("nonsense is answered with one line that says what was expected", () => {
  for (const [args, text] of [
    [["order"], "no benchmark is called order; there are orders, clients, soak"],
    [["--mix", "limit"], '--mix is "limit"; expected parts with weights, such as limit=9,cancel=91'],
    [
      ["--mix", "limit=1,limit=2"],
      '--mix is "limit=1,limit=2"; expected parts with weights, such as limit=9,cancel=91',
    ],
    [["--mix", "limit=0"], '--mix is "limit=0"; expected at least one part above 0'],
    [["--mix", "limit=1,amend=2"], "--mix names amend; orders is mixed of limit, cancel"],
    [["--accounts", "1.5"], '--accounts is "1.5"; expected a whole number from 1 up to 10,000,000'],
    [["--seconds", "0"], '--seconds is "0"; expected a number of seconds up to 86,400'],
    [["--seconds", "1e3"], '--seconds is "1e3"; expected a number of seconds up to 86,400'],
    [["clients", "--mix", "limit=1"], "--mix does nothing for clients"],
    [["--seconds"], "Option '--seconds <value>' argument missing"],
    [["--fast"], "Unknown option '--fast'"],
  ] as const) {
    expect(readCommandLine(args, all)).toEqual({ type: "mistake", text });
  }
});

test("the help names every option, the list every benchmark with its load", () => {
  for (const option of [
    "json",
    "quick",
    "list",
    "help",
    "mix",
    "accounts",
    "markets",
    "connections",
    "seconds",
    "fills",
  ]) {
    expect(HELP).toContain(`--${option}`);
  }
  expect(readCommandLine(["--help"], all).type).toBe("help");
  expect(readCommandLine(["--list"], all).type).toBe("list");
  expect(listText(all).split("\n")).toEqual([
    "  orders   orders/s",
    "             limit 9 %, cancel 91 %; 1,000 accounts; 2 s",
    "  clients  frames/s",
    "             1 market; 200 connections",
    "  soak     ten minutes (on request)",
  ]);
});

test("only what a benchmark names of its load is printed", () => {
  expect(loadText(chosen("clients").runs[0]!.load, clients.load)).toBe("1 market; 200 connections");
});
