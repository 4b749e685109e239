// Binds the row of an endpoint to the code that answers it. The row's schemas give the handler its types; by the time a
// handler runs, the caller is authenticated, counted against its limit and the input is what the schemas say.

import type { Submitted, Unstamped } from "@evermark/core";
import type { BodyOf, DataOf, EndpointRow, ParamsOf, PreviewOf, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import type { Venue } from "../../venue.ts";
import type { OwnAnswer, WithMembers, Written } from "../envelope/envelope.ts";
import type { Spent } from "../limits/rate-limits.ts";

export interface RequestFacts {
  readonly method: string;
  /** Path and query exactly as on the request line. */
  readonly path: string;
  readonly ip: string;
  /** Whether it comes from this very machine, was not passed on, and names this machine. */
  readonly isFromHere: boolean;
  /** Venue time at which the request was read, in milliseconds. */
  readonly receivedAt: number;
  /** The body as text; "" without one, and for GET and DELETE. */
  readonly bodyText: string;
  /** A request header, by its lower-case name. */
  header(name: string): string | null;
}

export interface Reply {
  header(name: string, value: string): void;
}

type CallerOf<Row extends EndpointRow> = Row["auth"] extends "signed" | "operator" ? Caller : null;

export interface Context<Row extends EndpointRow> {
  readonly venue: Venue;
  readonly caller: CallerOf<Row>;
  readonly params: ParamsOf<Row>;
  readonly query: QueryOf<Row>;
  readonly body: BodyOf<Row>;
  readonly request: RequestFacts;
  /**
   * Submits a command in this very turn, so that commands submitted in a loop stay together in the journal. What the engine
   * has answered before is marked as a repeated answer, and for a row that says `once` it is the same signed request that is
   * answered so (rules 9.5).
   * @throws {ApiError} what the engine refused; -1011 when the journal can't take the command: nothing happened then
   */
  submit(command: Unstamped): Promise<Submitted>;
  /**
   * The same for a command whose refusal does not end the request.
   * @returns what the engine answered, its refusals included
   * @throws {ApiError} -1011
   */
  attempt(command: Unstamped): Promise<Submitted>;
  /** Asks what would happen, when the budget of all previews has time for it. @throws {ApiError} -1003 when it has none */
  preview<T>(ask: () => T): Promise<T>;
  /**
   * Counts further requests of this caller in the bucket of another endpoint: all of them or none. Errors 6 (a batch).
   * @throws {ApiError} -1003 when they do not fit
   */
  countAlso(row: EndpointRow, requests: number): void;
}

/** What a handler's own functions need of its context to submit commands. */
export type Submitting = Pick<Context<EndpointRow>, "venue" | "submit" | "attempt">;

/** What a precheck sees: the parsed input before its schemas were looked at. */
export interface RawContext<Row extends EndpointRow> {
  readonly venue: Venue;
  readonly caller: CallerOf<Row>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answered<Row extends EndpointRow> =
  | (Row extends { readonly data: unknown } | { readonly beside: unknown } ? DataOf<Row> : undefined)
  | (Row extends { readonly preview: unknown } ? PreviewOf<Row> : never);
type Result<Row extends EndpointRow> = Answered<Row> | WithMembers<Answered<Row>> | Written<Answered<Row>>;

interface BindingOptions<Row extends EndpointRow> {
  /**
   * Runs before the fields are validated, for refusals that win over a malformed field (rules 1.3: symbol, market
   * state, maintenance, liquidation). Throws `ApiError`.
   */
  readonly precheck?: (context: RawContext<Row>) => void;
}

/** What a row of kinds is handed: nothing is counted yet but what reading its body costs. */
export interface OwnContext {
  readonly venue: Venue;
  readonly request: RequestFacts;
  readonly reply: Reply;
  /** Takes a weight from the pool of the caller's address, less what is paid; with 0 it only says how the pool stands. */
  spend(weight: number): Spent;
}

/** A body as it came; or, when the pool does not even have what reading it costs, how the pool stands. */
export type PaidBody = { readonly bytes: Uint8Array } | { readonly unpaid: Spent };

/** Answers a body, refusals included. */
type AnswerOwn = (context: OwnContext, body: PaidBody) => Promise<OwnAnswer>;

/** A bound row with its types erased: what the server routes to. */
export interface Binding {
  readonly row: EndpointRow;
  readonly precheck: ((context: RawContext<EndpointRow>) => void) | undefined;
  readonly handle: (context: Context<EndpointRow>) => unknown;
  /** In place of `handle`, for a row of kinds. */
  readonly answerOwn?: AnswerOwn;
}

/**
 * @param handle answers `data`, `new WithMembers(data, …)`, `new Written(json)`, or a promise of one; refuses by throwing
 *   `ApiError`
 */
export function bind<const Row extends EndpointRow>(
  row: Row,
  handle: (context: Context<Row>) => Result<Row> | Promise<Result<Row>>,
  options: BindingOptions<Row> = {},
): Binding {
  // The server validates by this very row, so a context that it makes is a Context<Row>; the compiler can't follow that.
  return {
    row,
    precheck: options.precheck as unknown as Binding["precheck"],
    handle: handle as unknown as Binding["handle"],
  };
}

/** Binds a row of kinds, which reads, counts and answers in its own way. */
export function bindOwn(row: EndpointRow, answerOwn: AnswerOwn): Binding {
  return { row, precheck: undefined, handle: () => undefined, answerOwn };
}
