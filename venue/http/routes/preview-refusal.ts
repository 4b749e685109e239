// Members that a row does not know mean nothing, but `preview: true` means that nothing is to be changed: where a row can't say
// what it would do, it does nothing either.

import { type EndpointRow, isAnsweredOnce } from "@evermark/interface/endpoint.ts";
import { invalid } from "../envelope/api-error.ts";

/** @throws {ApiError} -1005 when a row that changes something, and knows no preview, is asked for one */
export function refusePreview(row: EndpointRow, body: Readonly<Record<string, unknown>>): void {
  if (body.preview !== true || row.preview !== undefined) return;
  if (!isAnsweredOnce(row) || row.scopes?.includes("read") === true) return;
  throw invalid("preview can't be asked for here", { member: "preview" });
}
