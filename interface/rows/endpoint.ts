// An endpoint is a row of data. Everything that knows an endpoint reads its row: router, validation, rate limits,
// reference, typed client and conformance tests. Interface 4, 5 and 8.

import type { Static, TSchema } from "typebox";
import type { ErrorName } from "./errors.ts";
import type { QueryKind } from "./query-kind.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Scope = "read" | "trading" | "asset";

/** What a key of the operator's console may do; the later ones see as well. */
export type OperatorRole = "view" | "act" | "money";

/**
 * `none`: open. `wallet`: the body carries an EIP-712 signature. `signed`: SVC headers. `sandbox`: loopback only. `operator`: SVC
 * headers of a key of the operator's console, which has a listener of its own.
 */
export type Auth = "none" | "wallet" | "signed" | "sandbox" | "operator";

export interface Limit {
  readonly count: number;
  readonly windowMs: number;
  readonly per: "ip" | "user";
  /** The interface states this figure: the sandbox's factor does not scale it. */
  readonly stated: boolean;
}

export interface EndpointRow {
  readonly method: Method;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: Auth;
  /** Any one of these suffices. */
  readonly scopes?: readonly Scope[];
  /** Of a call of the operator's console: the role that its key needs. */
  readonly role?: OperatorRole;
  readonly limit: Limit;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * What its member `type` selects. Such a row counts weights in place of requests, and has an envelope of its own: `ts` in
   * place of `timestamp`, and the name of a refusal in `error`. Interface 4.3.
   */
  readonly kinds?: Readonly<Record<string, QueryKind>>;
  /** The longest body that is read, where lists or maps need more than `BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** The shape of `data`; absent when the answer is only the success flag and the time. */
  readonly data?: TSchema;
  /**
   * The shape of `data` for a body with `preview: true`, which only asks what would happen: then `read` suffices, too.
   * Absent where nothing can be asked so.
   */
  readonly preview?: TSchema;
  /** Fields of the answer that stand at its top level, beside `data` or in its place. */
  readonly beside?: TSchema;
  /** Charting libraries read it: a refusal also says `s` (`error`) and `errmsg`, as their protocol has it. */
  readonly charting?: true;
  /** What a missing or empty required member is answered with; absent: `<name> must not be blank`. */
  readonly blankMessage?: string;
  /** A sub-account's id in the account header is refused. Errors 5. */
  readonly mainAccountOnly?: boolean;
  /** Only the administrator of a builder may ask. Errors 5. */
  readonly brokerAdmin?: boolean;
  /**
   * It moves funds and has no nonce or id of the caller's: the same signed request again gets the first answer, with the
   * header of a replay, and moves nothing. Rules 9.5.
   */
  readonly once?: true;
  /**
   * The refusals that the row can answer beside those that follow from what it says of itself, which `errorsOf` adds. A
   * test provokes each of them.
   */
  readonly errors?: readonly ErrorName[];
  /** Answered in sandbox mode only; in production mode the path does not exist. */
  readonly sandboxOnly?: boolean;
  /** The section of the interface, or of the rules that stand behind it. */
  readonly source: string;
}

/** Declares a row and keeps its literal types, so that the client's types follow from it. */
export function endpoint<const Row extends EndpointRow>(row: Row): Row {
  return row;
}

export const perIp = (count: number, windowMs = 1_000): Limit => ({ count, windowMs, per: "ip", stated: false });
export const perUser = (count: number, windowMs = 1_000): Limit => ({ count, windowMs, per: "user", stated: false });
/** A limit whose figure the interface itself states (its section 8). */
export const stated = (limit: Limit): Limit => ({ ...limit, stated: true });

/** Room for any body without long lists, also one whose texts are escaped letter by letter. */
export const BODY_BYTES = 8_192;

/**
 * Whether a signed request of the row changes something: then its signature is good for one account, once, and the same
 * request again gets the first answer. Interface 5.2, rules 2.11.
 */
export function isAnsweredOnce({ auth, method }: EndpointRow): boolean {
  return auth === "signed" && method !== "GET";
}

/** Whether a body asks what would happen, of a row that can be asked so; it then is to be read by `preview`. */
export function isPreview(row: EndpointRow, body: Readonly<Record<string, unknown>> | undefined): boolean {
  return row.preview !== undefined && body?.preview === true;
}

type Of<S> = S extends TSchema ? Static<S> : Record<never, never>;
/** What a caller sends: path, query and body members. */
export type ParamsOf<Row extends EndpointRow> = Of<Row["params"]>;
export type QueryOf<Row extends EndpointRow> = Of<Row["query"]>;
export type BodyOf<Row extends EndpointRow> = Of<Row["body"]>;
/** What stands at the top level of an answer that has no `data`. */
export type BesideOf<Row extends EndpointRow> = Of<Row["beside"]>;
/** What a call comes to: `data`, or what stands in its place. */
export type DataOf<Row extends EndpointRow> = Row["data"] extends TSchema
  ? Static<Row["data"]>
  : Row["beside"] extends TSchema
    ? Static<Row["beside"]>
    : undefined;
/** What a body with `preview: true` is answered with. */
export type PreviewOf<Row extends EndpointRow> = Row["preview"] extends TSchema ? Static<Row["preview"]> : never;
