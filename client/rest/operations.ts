// Methods from rows: each endpoint of a section becomes a method of the same name, whose input is one object with the
// members of path, query and body. A list that is returned in pages can be walked to its end with `for await`. There is no
// code per endpoint; the types follow from the rows.

import type { BodyOf, DataOf, EndpointRow, ParamsOf, PreviewOf, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import type { JsonSchema } from "./request-text.ts";
import type { CallOptions, InputOf, RestClient } from "./rest-client.ts";

type Members<Row extends EndpointRow> = ParamsOf<Row> & QueryOf<Row> & BodyOf<Row>;

/** An endpoint as a method; its input may be left out when no member of it is required. */
export type Operation<Row extends EndpointRow> = Question<Row> & Action<Row> & Walk<Row>;

/** For rows that have a preview: the same call with `preview: true`, which returns the preview's own data. */
type Question<Row extends EndpointRow> = Row extends { readonly preview: unknown }
  ? (input: Members<Row> & { readonly preview: true }, options?: CallOptions) => Promise<PreviewOf<Row>>
  : unknown;

type Action<Row extends EndpointRow> =
  Partial<Members<Row>> extends Members<Row>
    ? (input?: Members<Row>, options?: CallOptions) => Promise<DataOf<Row>>
    : (input: Members<Row>, options?: CallOptions) => Promise<DataOf<Row>>;

/** A page of a list that gives its length. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly meta: { readonly total: number; readonly records_per_page: number };
}

type Walk<Row extends EndpointRow> =
  DataOf<Row> extends Page<infer Each>
    ? {
        /**
         * Yields every row from the first page, or from `page`, to the last, requesting pages as they are used. `size` is
         * the size of a page. Pages are numbered by position: rows added or removed meanwhile shift the rows behind them.
         */
        all(...asked: Parameters<Action<Row>>): AsyncGenerator<Each, void, undefined>;
      }
    : unknown;

export type Operations<Rows extends Readonly<Record<string, EndpointRow>>> = {
  readonly [Name in keyof Rows]: Operation<Rows[Name]>;
};

export function operationsOf<const Rows extends Readonly<Record<string, EndpointRow>>>(
  rest: RestClient,
  rows: Rows,
): Operations<Rows> {
  const methods: (readonly [string, unknown])[] = Object.entries(rows).map(([name, row]) => [
    name,
    operationOf(rest, row),
  ]);
  return Object.fromEntries(methods) as Operations<Rows>;
}

type Input = Readonly<Record<string, unknown>>;

function operationOf(rest: RestClient, row: EndpointRow) {
  const ask = (input: Input = {}, options?: CallOptions) => rest.call(row, splitInput(row, input), options);
  if (!("meta" in membersOf(row.data))) return ask;
  async function* all(input: Input = {}, options?: CallOptions) {
    let page = Number(input.page ?? 1);
    for (;;) {
      const { rows, meta } = (await ask({ ...input, page }, options)) as unknown as Page<unknown>;
      yield* rows;
      if (rows.length === 0 || page * meta.records_per_page >= meta.total) return;
      page += 1;
    }
  }
  return Object.assign(ask, { all });
}

const membersOf = (schema: EndpointRow["data"]) => (schema as JsonSchema | undefined)?.properties ?? {};

/**
 * Sorts the members of an input by where the row sends them; members that neither path nor query names belong to the body.
 */
function splitInput(row: EndpointRow, input: Input): InputOf<EndpointRow> {
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const queryNames = membersOf(row.query);
  for (const [name, value] of Object.entries(input)) {
    const place = row.path.includes(`{${name}}`) ? params : name in queryNames || row.body === undefined ? query : body;
    place[name] = value;
  }
  return { params, query, body };
}
