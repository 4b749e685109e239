// Market parameters are read back from their bytes as they were written, in commands and in snapshots; in older bytes, a
// parameter added later has its declared absent value.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { anyParameters } from "../../testing/parameter-values.ts";
import { listMarket, START } from "../../testing/setup.ts";
import { CHANGEABLE, MARKET_PARAMETERS, type MarketParameters } from "../market-parameters.ts";
import { parameterChanges } from "../parameter-changes.ts";
import { decodeCommand, encodeCommand } from "./codec.ts";
import { PARAMETERS, readChangeable, readParameters, writeChangeable, writeParameters } from "./parameter-bytes.ts";

const LATEST = 1_000;
const OLDEST = 12;

function reader(write: (out: ByteWriter) => void, format: number): ByteReader {
  const out = new ByteWriter(64);
  write(out);
  const input = new ByteReader(out.view());
  input.format = format;
  return input;
}

describe("the parameters of a listing are read back", () => {
  test("from the command", () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const command = listMarket(parameters, 1);
        expect({ ...decodeCommand(encodeCommand(command)), at: START }).toEqual(command);
      }),
    );
  });

  test("from a snapshot, with the values that have changed since", () => {
    fc.assert(
      fc.property(anyParameters, anyParameters, (listed, now) => {
        const input = reader((out) => {
          writeParameters(out, listed);
          writeChangeable(out, now);
        }, LATEST);
        const read = readParameters(input);
        expect(read).toEqual(listed);
        const changed = Object.fromEntries(CHANGEABLE.map(({ field }) => [field, now[field]]));
        expect(readChangeable(input, read)).toEqual({ ...listed, ...changed });
        expect(input.done).toBe(true);
      }),
    );
  });
});

test("a change is read back, with null where a parameter stays", () => {
  const changes = anyParameters.chain((parameters) =>
    fc.subarray([...CHANGEABLE]).map((some) => {
      const values = new Map(some.map(({ field }) => [field as string, parameters[field]]));
      return Object.fromEntries(CHANGEABLE.map(({ field }) => [field, values.get(field) ?? null]));
    }),
  );
  fc.assert(
    fc.property(changes, (each) => {
      const command = { type: "set_market_rules", at: START, market: 3, ...each } as const;
      expect({ ...decodeCommand(encodeCommand(command)), at: START }).toEqual(command);
    }),
  );
});

test("in the oldest snapshots, parameters added later have their declared values", () => {
  const old = MARKET_PARAMETERS.filter(({ format = 0 }) => format <= OLDEST);
  const later = MARKET_PARAMETERS.filter((each) => !old.includes(each));
  expect(later.map(({ field }) => field)).toContain("stopSlippage");
  const [listed] = fc.sample(anyParameters, { numRuns: 1, seed: 1 });
  const whole = new ByteWriter(64);
  writeParameters(whole, listed!);
  const input = new ByteReader(whole.view());
  input.format = OLDEST;
  const absent = Object.fromEntries(later.map((each) => [each.field, each.absent]));
  expect(readParameters(input)).toEqual({ ...listed!, ...absent } as MarketParameters);
});

describe("the declarations of parameters", () => {
  test("have bytes in the order of declaration, and each one added later declares its absent value", () => {
    expect(PARAMETERS.map(([field]) => field)).toEqual(MARKET_PARAMETERS.map(({ field }) => field));
    const first = MARKET_PARAMETERS.findIndex(({ absent }) => absent !== undefined);
    for (const { field, absent } of MARKET_PARAMETERS.slice(first))
      expect([field, absent]).not.toEqual([field, undefined]);
  });

  test("give every change a place of its own, without gaps", () => {
    expect(CHANGEABLE.map(({ change }) => change.place)).toEqual(CHANGEABLE.map((_, n) => n + 1));
    expect(Object.keys(parameterChanges())).toEqual(CHANGEABLE.map(({ field }) => field));
  });
});
