// Paging and time spans, the same for every list: invalid values, pages beyond the end, and times before the venue existed or
// after everything that happened. Errors 7.

import { beforeAll, describe, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { errorsOf } from "@evermark/interface/rows/endpoint-errors.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { sampleOf, textOf } from "../../api/testing/samples.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader, type RestAnswer, type Trader } from "../../testing/rest-caller.ts";
import type { JsonSchema } from "../input/expectation.ts";

const NOW = MEMORY_VENUE_START;
const memory = memoryApi();
const { api } = memory;
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(api, { now: NOW, scope: "read,trading,asset" });
});

/** Members that lists need although their rows do not require them. */
const NEEDED: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  "/v1/broker/user_info": () => ({ account_id: trader.accountId }),
};

/** Requests the row's list with these members and those that it requires. */
async function ask(row: EndpointRow, members: Readonly<Record<string, unknown>>): Promise<RestAnswer> {
  const path = `${row.path.replaceAll(/\{\w+\}/g, "1")}?${textOf({ ...sampleOf(row.query), ...NEEDED[row.path]?.(), ...members })}`;
  return call(api, row.method, path, { headers: await trader.sign({ method: row.method, path, now: NOW }) });
}

const listsWith = (...names: string[]) =>
  endpoints
    .filter(({ query }) => names.every((name) => name in ((query as JsonSchema | undefined)?.properties ?? {})))
    .map((row) => [`${row.method} ${row.path}`, row] as const);

/** Whether the list is of something that does not exist in this venue, such as a vault. */
function isOfUnknown(row: EndpointRow, code: number | undefined): boolean {
  return code === errors.not_found.code && errorsOf(row).includes("not_found");
}

describe.each(listsWith("page", "size"))("%s", (_, row) => {
  test.each([
    ["page", 0],
    ["page", -1],
    ["page", 1.5],
    ["page", "x"],
    ["page", "1e3"],
    ["page", 2e9],
    ["size", 0],
    ["size", -5],
    ["size", 501],
    ["size", "many"],
  ])("refuses %s=%s and names what it expects", async (name, value) => {
    const { status, json } = await ask(row, { [name]: value });
    expect([status, json.code]).toEqual([400, -1005]);
    expect(json.message).toStartWith(`${name} is invalid: "${value}", expected an integer from 1 to`);
  });

  test("has nothing beyond its end", async () => {
    const { status, json, text } = await ask(row, { page: 1_000_000_000, size: 500 });
    if (isOfUnknown(row, json.code)) return;
    expect(status, text).toBe(200);
    expect(json.data?.rows).toEqual([]);
    const declared = { records_per_page: 500, current_page: 1_000_000_000 };
    if (json.data?.meta !== undefined) expect(json.data.meta).toMatchObject(declared);
  });

  test("ignores unknown members", async () => {
    const { status, json } = await ask(row, { cursor: "1", constructor: "y", limit: 7 });
    expect(status === 200 || isOfUnknown(row, json.code)).toBe(true);
  });
});

describe.each(listsWith("start_t", "end_t"))("%s", (_, row) => {
  test("refuses a span that ends before it starts", async () => {
    const { status, json } = await ask(row, { start_t: 2, end_t: 1 });
    expect([status, json.code]).toEqual([400, -1005]);
  });

  test.each(["start_t", "end_t"])("refuses a %s that is not a time", async (name) => {
    for (const value of [-1, "yesterday", 1.5, "2026-01-01", "99999999999999999"]) {
      const { status, json } = await ask(row, { [name]: value });
      expect([status, json.code, value]).toEqual([400, -1005, value]);
      expect(json.message).toStartWith(`${name} is invalid`);
    }
  });

  test("is empty before the venue existed, and after everything that happened", async () => {
    for (const [start_t, end_t] of [
      [0, 1],
      [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER],
    ]) {
      const { status, json, text } = await ask(row, { start_t, end_t });
      expect([status, json.data?.rows], text).toEqual([200, []]);
    }
  });
});
