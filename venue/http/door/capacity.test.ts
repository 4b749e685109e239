import { expect, test } from "bun:test";
import { sandboxConfiguration } from "../../configuration/load.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { capacityOf, openFilesMax } from "./capacity.ts";

const usual = sandboxConfiguration("/nowhere");
const withLimits = (limits: Partial<typeof usual.limits>) => ({ ...usual, limits: { ...usual.limits, ...limits } });

test.each([
  [256, { inAll: 144, ofOne: 72, streams: 115 }],
  [1_024, { inAll: 816, ofOne: 408, streams: 652 }],
  [20_000, { inAll: 17_420, ofOne: 1_000, streams: 10_000 }],
  [1_048_576, { inAll: 917_424, ofOne: 1_000, streams: 10_000 }],
])("%d open files leave room for so many connections", (openFiles, expected) => {
  expect(capacityOf(usual, openFiles)).toEqual({ openFiles, ...expected });
});

test("fewer can be configured, more can't", () => {
  const wanted = { sockets: 500, socketsPerIp: 400, connections: 300 };
  expect(capacityOf(withLimits(wanted), 1_024)).toMatchObject({ inAll: 500, ofOne: 400, streams: 300 });
  expect(() => capacityOf(withLimits({ sockets: 1_000 }), 1_024)).toThrow(
    "limits.sockets: 1000 (configuration); expected at most 816: this process may open 1024 files (ulimit -n)",
  );
});

test("a process that may open hardly any files is refused, with advice", () => {
  expect(() => capacityOf(usual, 100)).toThrow(ConfigurationMistake);
  expect(() => capacityOf(usual, 100)).toThrow("open files: 100 (limit of this process); expected 128 or more");
});

test("where the system sets no known limit, there is one all the same", () => {
  expect(capacityOf(usual, undefined)).toMatchObject({ inAll: 10_000, ofOne: 1_000 });
});

if (process.platform === "linux") {
  test("this process knows its limit", () => {
    expect(openFilesMax()).toBeGreaterThan(100);
  });
}
