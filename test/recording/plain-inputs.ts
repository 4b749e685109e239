// What a call is asked with where nothing matters but the names of its parameters: each has a value that fits wherever
// it occurs.

import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import type { Input } from "./exchange-recording.ts";

const PLAIN: Readonly<Record<string, string | number>> = {
  broker_id: "demo",
  enum_id: "DESK_1",
  limit: 5,
  type: "1m",
  chain_id: 1,
  start_date: "2026-01-01",
  end_date: "2026-01-05",
  side: "IN",
};

interface Members {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/**
 * @param known further values by name, of this venue
 * @returns nothing when the row asks for more than that
 */
export function inputFor({ params, query }: EndpointRow, known: Readonly<Record<string, string>>): Input | undefined {
  const values: Readonly<Record<string, string | number>> = { ...PLAIN, ...known };
  const inPath = required(params, values);
  const inQuery = required(query, values);
  if (inPath === undefined || inQuery === undefined) return undefined;
  return {
    ...(params === undefined ? {} : { params: inPath }),
    ...(Object.keys(inQuery).length === 0 ? {} : { query: inQuery }),
  };
}

function required(schema: Members | undefined, values: Readonly<Record<string, string | number>>) {
  const names = schema?.required ?? [];
  if (names.some((name) => values[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
