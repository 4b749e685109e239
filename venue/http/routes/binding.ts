// Binds the row of an endpoint to the code that answers it. The row's schemas give the handler its types. When a handler runs,
// the caller is authenticated and counted against its limit, and the input has been validated.

import type { Submitted, Unstamped } from "@evermark/core";
import type { BodyOf, DataOf, EndpointRow, ParamsOf, PreviewOf, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import type { Venue } from "../../venue.ts";
import type { JsonText, OwnAnswer, WithMembers } from "../envelope/envelope.ts";
import type { WeightState } from "../limits/rate-limits.ts";

export interface RequestFacts {
  readonly method: string;
  /** Path and query exactly as on the request line. */
  readonly path: string;
  readonly ip: string;
  /** Whether the request comes from this machine, was not forwarded, and names this machine as its host. */
  readonly isFromHere: boolean;
  /** Venue time at which the request was read, in milliseconds. */
  readonly receivedAt: number;
  /** The body as text; "" without one, and for GET and DELETE. */
  readonly bodyText: string;
  /** The value of a request header, by its lower-case name. */
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
   * Submits a command synchronously, so that commands submitted in a loop stay together in the journal. An answer that the engine
   * gave before is marked as a repeated answer; for a row with `once`, it is repeated only for the same signed request (rules
   * 9.5).
   * @throws {ApiError} the engine's rejection; -1011 when the journal can't take the command, in which case nothing happened
   */
  submit(command: Unstamped): Promise<Submitted>;
  /**
   * The same for a command whose rejection does not end the request.
   * @returns the engine's answer, which may be a rejection
   * @throws {ApiError} -1011
   */
  attempt(command: Unstamped): Promise<Submitted>;
  /** Computes what would happen, when the budget of all previews has time for it. @throws {ApiError} -1003 when it has none */
  preview<T>(ask: () => T): Promise<T>;
  /**
   * Counts further requests of this caller against another endpoint's bucket, all of them or none. Errors 6 (a batch).
   * @throws {ApiError} -1003 when they do not fit
   */
  countAlso(row: EndpointRow, requests: number): void;
}

/** The part of the context that a handler's helpers need to submit commands. */
export type Submitting = Pick<Context<EndpointRow>, "venue" | "submit" | "attempt">;

/** What a precheck sees: parsed input that is not yet validated by the schemas. */
export interface RawContext<Row extends EndpointRow> {
  readonly venue: Venue;
  readonly caller: CallerOf<Row>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answered<Row extends EndpointRow> =
  | (Row extends { readonly data: unknown } | { readonly beside: unknown } ? DataOf<Row> : undefined)
  | (Row extends { readonly preview: unknown } ? PreviewOf<Row> : never);
type Result<Row extends EndpointRow> = Answered<Row> | WithMembers<Answered<Row>> | JsonText<Answered<Row>>;

interface BindingOptions<Row extends EndpointRow> {
  /**
   * Runs before the fields are validated, for refusals that take precedence over a malformed field (rules 1.3: symbol, market
   * state, maintenance, liquidation). Throws `ApiError`.
   */
  readonly precheck?: (context: RawContext<Row>) => void;
}

/** The context of a row with `kinds`: nothing has been counted except the cost of reading its body. */
export interface OwnContext {
  readonly venue: Venue;
  readonly request: RequestFacts;
  readonly reply: Reply;
  /** Takes a weight from the address's bucket, less what the request has paid already; with 0 it only reports the state. */
  spend(weight: number): WeightState;
}

/** An unparsed body; or the bucket's state, if it does not even have the weight for reading the body. */
export type PaidBody = { readonly bytes: Uint8Array } | { readonly unpaid: WeightState };

/** Answers a body, also when it refuses. */
type AnswerOwn = (context: OwnContext, body: PaidBody) => Promise<OwnAnswer>;

/** A bound row with its types erased, as the server routes to it. */
export interface Binding {
  readonly row: EndpointRow;
  readonly precheck: ((context: RawContext<EndpointRow>) => void) | undefined;
  readonly handle: (context: Context<EndpointRow>) => unknown;
  /** Replaces `handle` for a row with `kinds`. */
  readonly answerOwn?: AnswerOwn;
}

/**
 * @param handle returns `data`, `new WithMembers(data, …)`, `new Written(json)`, or a promise of one; it refuses by throwing
 *   `ApiError`
 */
export function bind<const Row extends EndpointRow>(
  row: Row,
  handle: (context: Context<Row>) => Result<Row> | Promise<Result<Row>>,
  options: BindingOptions<Row> = {},
): Binding {
  // The server validates by this same row, so the context that it makes is a Context<Row>, which the compiler can't see.
  return {
    row,
    precheck: options.precheck as unknown as Binding["precheck"],
    handle: handle as unknown as Binding["handle"],
  };
}

/** Binds a row with `kinds`, which reads, counts and answers in its own way. */
export function bindOwn(row: EndpointRow, answerOwn: AnswerOwn): Binding {
  return { row, precheck: undefined, handle: () => undefined, answerOwn };
}
