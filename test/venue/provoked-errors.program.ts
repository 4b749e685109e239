// Runs at the end of `npm test`: checks that some test received each error that an endpoint or a stream declares. The
// errors that all tests received are in the folder given as argument, which is removed.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { operatorRows } from "@evermark/interface/operators/operator.ts";
import { errorsOf } from "@evermark/interface/rows/endpoint-errors.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { type StreamRefusalName, streamRefusals } from "@evermark/interface/rows/stream-refusals.ts";
import { errorsOfRequest, type OrderRequestType, orderRequests } from "@evermark/interface/streams/topics.ts";
import { lineOf, requestLineOf, streamLineOf } from "@evermark/interface/testing/provoked-errors.ts";

/** Errors that any call can get: no endpoint declares them, and tests of the server provoke them. */
const OF_NO_ROW = ["unknown", "method_not_allowed"];

const [folder = ""] = process.argv.slice(2);
const provoked = new Set(
  readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n")),
);
rmSync(folder, { recursive: true, force: true });

const rows = [...endpoints, ...operatorRows];
const declared = [
  ...rows.flatMap((row) => errorsOf(row).map((name) => lineOf(row, name))),
  ...(Object.keys(orderRequests) as OrderRequestType[]).flatMap((type) =>
    errorsOfRequest(type).map((name) => requestLineOf(type, name)),
  ),
  ...(Object.keys(streamRefusals) as StreamRefusalName[]).map(streamLineOf),
];
const missing = declared.filter((line) => !provoked.has(line));
for (const line of missing) {
  console.error(`no test has provoked: ${line} (write one in the tests of its area, or take it out of the row)`);
}
const named = new Set(rows.flatMap((row) => [...errorsOf(row)] as string[]));
const unused = Object.keys(errors).filter((name) => !named.has(name) && !OF_NO_ROW.includes(name));
for (const name of unused) console.error(`no endpoint gives ${name}: take it out of the table of errors`);
if (missing.length + unused.length > 0) process.exitCode = 1;
else console.log(`every refusal was provoked: ${declared.length} of ${rows.length} endpoints and the streams`);
