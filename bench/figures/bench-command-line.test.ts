import { expect, test } from "bun:test";
import { benchProgram, listText, runsOf } from "./bench-command-line.ts";
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

/** @throws {CommanderError} where the real program would exit */
function chosen(...args: readonly string[]) {
  const program = benchProgram(all)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  return runsOf(program.parse(args, { from: "user" }), all);
}

test("without names, every benchmark runs except those on request", () => {
  expect(chosen().map(({ benchmark }) => benchmark.name)).toEqual(["orders", "clients"]);
  expect(chosen("soak").map(({ benchmark }) => benchmark.name)).toEqual(["soak"]);
});

test("an option replaces the benchmark's own load, and a quick run is smaller", () => {
  const load = (...args: string[]) => chosen("orders", ...args)[0]!.load;
  expect(load()).toMatchObject({ mix: { limit: 9, cancel: 91 }, accounts: 1_000, seconds: 2 });
  expect(load("--quick").accounts).toBe(10);
  expect(load("--quick", "--accounts", "20", "--seconds", "0.5")).toMatchObject({ accounts: 20, seconds: 0.5 });
  expect(load("--mix", "limit=1,cancel=3").mix).toEqual({ limit: 1, cancel: 3 });
});

test("an option goes only to the benchmarks that use it", () => {
  const [ordersRun, clientsRun] = chosen("--accounts", "5", "--connections", "7");
  expect([ordersRun!.load.accounts, ordersRun!.load.connections]).toEqual([5, 0]);
  expect([clientsRun!.load.accounts, clientsRun!.load.connections]).toEqual([0, 7]);
});

test("invalid arguments are answered with one line that says what was expected", () => {
  for (const [args, text] of [
    [["order"], "no benchmark is called order; there are orders, clients, soak"],
    [["--mix", "limit"], '--mix is "limit"; expected parts with weights, such as limit=9,cancel=91'],
    [
      ["--mix", "limit=1,limit=2"],
      '--mix is "limit=1,limit=2"; expected parts with weights, such as limit=9,cancel=91',
    ],
    [["--mix", "limit=0"], '--mix is "limit=0"; expected at least one part above 0'],
    [["--mix", "limit=1,amend=2"], "--mix names amend; the parts of orders are limit, cancel"],
    [["--accounts", "1.5"], '--accounts is "1.5"; expected a whole number from 1 up to 10,000,000'],
    [["--seconds", "0"], '--seconds is "0"; expected a number of seconds up to 86,400'],
    [["--seconds", "1e3"], '--seconds is "1e3"; expected a number of seconds up to 86,400'],
    [["clients", "--mix", "limit=1"], "--mix has no effect on clients"],
    [["--seconds"], "error: option '--seconds <n>' argument missing"],
    [["--fast"], "error: unknown option '--fast'\n(Did you mean --list?)"],
  ] as const) {
    expect(() => chosen(...args)).toThrow(new Error(text));
  }
});

test("the help lists every benchmark with its load", () => {
  expect(listText(all).split("\n")).toEqual([
    "  orders   orders/s",
    "             limit 9 %, cancel 91 %; 1,000 accounts; 2 s",
    "  clients  frames/s",
    "             1 market; 200 connections",
    "  soak     ten minutes (on request)",
  ]);
});

test("the load text shows only what the benchmark itself names", () => {
  expect(loadText(chosen("clients")[0]!.load, clients.load)).toBe("1 market; 200 connections");
});
