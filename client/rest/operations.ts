// Methods from rows: each endpoint of a section becomes a method of the same name, whose input is the members of path,
// query and body in one object. Nothing is written per endpoint; the types follow from the rows.

import type { BodyOf, DataOf, EndpointRow, ParamsOf, PreviewOf, QueryOf } from "@evermark/interface/endpoint.ts";
import type { JsonSchema } from "./request-text.ts";
import type { CallOptions, InputOf, RestClient } from "./rest-client.ts";

type Members<Row extends EndpointRow> = ParamsOf<Row> & QueryOf<Row> & BodyOf<Row>;

/** An endpoint as a method; its input may be left out when no member of it is required. */
export type Operation<Row extends EndpointRow> = Question<Row> & Action<Row>;

/** The same asked with `preview: true`, which has an answer of its own, where a row can be asked so. */
type Question<Row extends EndpointRow> = Row extends { readonly preview: unknown }
  ? (input: Members<Row> & { readonly preview: true }, options?: CallOptions) => Promise<PreviewOf<Row>>
  : unknown;

type Action<Row extends EndpointRow> =
  Partial<Members<Row>> extends Members<Row>
    ? (input?: Members<Row>, options?: CallOptions) => Promise<DataOf<Row>>
    : (input: Members<Row>, options?: CallOptions) => Promise<DataOf<Row>>;

export type Operations<Rows extends Readonly<Record<string, EndpointRow>>> = {
  readonly [Name in keyof Rows]: Operation<Rows[Name]>;
};

export function operationsOf<const Rows extends Readonly<Record<string, EndpointRow>>>(
  rest: RestClient,
  rows: Rows,
): Operations<Rows> {
  const methods = Object.entries(rows).map(([name, row]) => [
    name,
    (input: Readonly<Record<string, unknown>> = {}, options?: CallOptions) =>
      rest.call(row, apart(row, input), options),
  ]);
  return Object.fromEntries(methods);
}

/** Sorts the members of an input by where the row sends them; what neither path nor query names belongs to the body. */
function apart(row: EndpointRow, input: Readonly<Record<string, unknown>>): InputOf<EndpointRow> {
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const queryNames = (row.query as JsonSchema | undefined)?.properties ?? {};
  for (const [name, value] of Object.entries(input)) {
    const place = row.path.includes(`{${name}}`) ? params : name in queryNames || row.body === undefined ? query : body;
    place[name] = value;
  }
  return { params, query, body };
}
