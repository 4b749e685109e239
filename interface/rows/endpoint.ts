// Declares endpoints: an endpoint is a row of data. Everything that needs to know an endpoint reads its row: router,
// validation, rate limits, reference, typed client and conformance tests. Interface 4, 5 and 8.

import type { Static, TSchema } from "typebox";
import type { ErrorName } from "./errors.ts";
import type { QueryKind } from "./query-kind.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Scope = "read" | "trading" | "asset";

/** The roles of console keys; `act` and `money` include `view`. */
export type OperatorRole = "view" | "act" | "money";

/**
 * `none`: open. `wallet`: the body carries an EIP-712 signature. `signed`: SVC headers. `sandbox`: loopback only.
 * `operator`: SVC headers of a console key, on the console's own listener.
 */
export type Auth = "none" | "wallet" | "signed" | "sandbox" | "operator";

export interface Limit {
  readonly count: number;
  readonly windowMs: number;
  readonly per: "ip" | "user";
  /** Whether the interface fixes this figure, so that the sandbox's factor does not scale it. */
  readonly stated: boolean;
}

export interface EndpointRow {
  readonly method: Method;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: Auth;
  /** Any one of these scopes suffices. */
  readonly scopes?: readonly Scope[];
  /** For a call of the operator's console: the role that its key needs. */
  readonly role?: OperatorRole;
  readonly limit: Limit;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * The kinds that the body's member `type` selects. A row with kinds counts weights instead of requests, and has an
   * envelope of its own: `ts` instead of `timestamp`, and a refusal's name in `error`. Interface 4.3.
   */
  readonly kinds?: Readonly<Record<string, QueryKind>>;
  /** The longest body that is read, for rows whose lists or maps need more than `BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** The shape of `data`; absent when the answer has only the success flag and the time. */
  readonly data?: TSchema;
  /**
   * The shape of `data` for a body with `preview: true`, which only asks what would happen; then the scope `read`
   * suffices, too. Absent when the row has no preview.
   */
  readonly preview?: TSchema;
  /** Fields at the top level of the answer, beside `data` or instead of it. */
  readonly beside?: TSchema;
  /** Charting libraries read the answer: a refusal also has `s` (`error`) and `errmsg`, as their protocol requires. */
  readonly charting?: true;
  /** The message for a missing or empty required member; by default `<name> must not be blank`. */
  readonly blankMessage?: string;
  /** Whether a sub-account's id in the account header is refused. Errors 5. */
  readonly mainAccountOnly?: boolean;
  /** Whether only a builder's administrator may call it. Errors 5. */
  readonly brokerAdmin?: boolean;
  /**
   * It moves funds without a nonce or an id chosen by the caller: the same signed request again gets the first answer,
   * marked by the replay header, and moves nothing. Rules 9.5.
   */
  readonly once?: true;
  /** Refusals in addition to those that follow from the row's properties, which `errorsOf` adds. A test provokes each of them. */
  readonly errors?: readonly ErrorName[];
  /** Answered in sandbox mode only; in production mode the path does not exist. */
  readonly sandboxOnly?: boolean;
  /** The section of the interface, or of the rules behind it. */
  readonly source: string;
}

/** Declares a row and keeps its literal types, from which the client's types follow. */
export function endpoint<const Row extends EndpointRow>(row: Row): Row {
  return row;
}

export const perIp = (count: number, windowMs = 1_000): Limit => ({ count, windowMs, per: "ip", stated: false });
export const perUser = (count: number, windowMs = 1_000): Limit => ({ count, windowMs, per: "user", stated: false });
/** Marks a limit whose figure the interface itself fixes (its section 8). */
export const stated = (limit: Limit): Limit => ({ ...limit, stated: true });

/** Enough for any body without long lists, even if each letter of its texts is escaped. */
export const BODY_BYTES = 8_192;

/**
 * Whether a signed request of this row changes something. Its signature is then valid for one account and once: the
 * same request again gets the first answer. Interface 5.2, rules 2.11.
 */
export function isAnsweredOnce({ auth, method }: EndpointRow): boolean {
  return auth === "signed" && method !== "GET";
}

/** Whether a body asks for a preview, on a row that has one; such a body's answer has the shape of `preview`. */
export function isPreview(row: EndpointRow, body: Readonly<Record<string, unknown>> | undefined): boolean {
  return row.preview !== undefined && body?.preview === true;
}

type StaticOf<S> = S extends TSchema ? Static<S> : Record<never, never>;
/** The members that a caller sends in path, query and body. */
export type ParamsOf<Row extends EndpointRow> = StaticOf<Row["params"]>;
export type QueryOf<Row extends EndpointRow> = StaticOf<Row["query"]>;
export type BodyOf<Row extends EndpointRow> = StaticOf<Row["body"]>;
/** The top-level members of an answer without `data`. */
export type BesideOf<Row extends EndpointRow> = StaticOf<Row["beside"]>;
/** The result of a call: `data`, or the members in its place. */
export type DataOf<Row extends EndpointRow> = Row["data"] extends TSchema
  ? Static<Row["data"]>
  : Row["beside"] extends TSchema
    ? Static<Row["beside"]>
    : undefined;
/** The answer to a body with `preview: true`. */
export type PreviewOf<Row extends EndpointRow> = Row["preview"] extends TSchema ? Static<Row["preview"]> : never;
