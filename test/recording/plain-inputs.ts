// Inputs for calls that need nothing except parameters with known names. Each parameter has one value that is valid
// wherever it occurs.

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
 * @param known further values by name, for this venue
 * @returns undefined if the endpoint requires anything else
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
