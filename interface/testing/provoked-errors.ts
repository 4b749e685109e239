// Records which refusals the tests of a run have received: each process writes those that it has not seen before to the
// folder that the run names. At the end, `test/venue/provoked-errors.program.ts` compares them with the declared ones.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { EndpointRow } from "../rows/endpoint.ts";
import type { ErrorName } from "../rows/errors.ts";
import type { StreamRefusalName } from "../rows/stream-refusals.ts";
import type { OrderRequestType } from "../streams/topics.ts";

/** The environment variable with the folder; without it nothing is written. */
export const PROVOKED_FOLDER = "PROVOKED_ERRORS";

const seen = new Set<string>();
const folder = process.env[PROVOKED_FOLDER];

export function noteProvoked(row: EndpointRow, name: ErrorName): void {
  note(lineOf(row, name));
}

export function noteProvokedOnStream(name: StreamRefusalName): void {
  note(streamLineOf(name));
}

export function noteProvokedRequest(type: OrderRequestType, name: ErrorName): void {
  note(requestLineOf(type, name));
}

function note(line: string): void {
  if (folder === undefined || seen.has(line)) return;
  seen.add(line);
  appendFileSync(join(folder, String(process.pid)), `${line}\n`);
}

export function streamLineOf(name: StreamRefusalName): string {
  return `stream ${name}`;
}

export function requestLineOf(type: OrderRequestType, name: ErrorName): string {
  return `stream ${type} ${name}`;
}

export function lineOf({ method, path }: EndpointRow, name: ErrorName): string {
  return `${method} ${path} ${name}`;
}
