// The REST server: from a request to the row of its endpoint, through authentication, rate limit and validation to the
// handler, and back as an envelope. The order of these steps decides which refusal a caller sees. Interface 2.1 and 5.2,
// errors 1, 4, 6 and 7.

import { brandedPath } from "@evermark/interface/brand.ts";
import {
  BODY_BYTES,
  type EndpointRow,
  isAnsweredOnce,
  isPreview,
  type Method,
  type Scope,
} from "@evermark/interface/endpoint.ts";
import { errors } from "@evermark/interface/errors.ts";
import { FREE_BODY_BYTES, UNKNOWN_KIND_WEIGHT } from "@evermark/interface/public-query.ts";
import { Authenticator } from "../../auth/authenticate.ts";
import { isBrokerAdmin } from "../../auth/broker-admin.ts";
import type { Caller } from "../../auth/caller.ts";
import type { SignatureVerifier } from "../../auth/ed25519.ts";
import { requireScope } from "../../auth/scopes.ts";
import { SpentSignatures } from "../../auth/spent-signatures.ts";
import type { EndpointMetrics } from "../../operation/metrics.ts";
import { isForeignPage } from "../../operation/own-host.ts";
import type { Venue } from "../../venue.ts";
import { AnswerHeaders, SERVER_TIMING } from "../envelope/answer-headers.ts";
import { ApiError, refusal } from "../envelope/api-error.ts";
import {
  failureAnswer,
  flatAnswer,
  ownAnswer,
  replayedHeader,
  successAnswer,
  tooLargeAnswer,
} from "../envelope/envelope.ts";
import { failureOf } from "../envelope/failure.ts";
import { EndpointInput } from "../input/endpoint-input.ts";
import type { JsonObject } from "../input/json-body.ts";
import { parseQuery } from "../input/query-text.ts";
import { readBody } from "../input/request-body.ts";
import { depthOf, requestTarget } from "../input/request-target.ts";
import { type Bucket, RateLimits, type Spent } from "../limits/rate-limits.ts";
import { RequestTimes } from "../limits/request-times.ts";
import type { Connections } from "../proxies/address.ts";
import { isPreflight, openToPages, preflightAnswer } from "../proxies/cross-origin.ts";
import { TrustedProxies } from "../proxies/trusted-proxies.ts";
import type { Binding, Context, PaidBody, RawContext } from "./binding.ts";
import { Exchange, Received } from "./exchange.ts";
import { Once } from "./once.ts";
import { operations, type StreamBacklogs } from "./operations.ts";
import { refusePreview } from "./preview-refusal.ts";
import { type Found, Router } from "./router.ts";

interface ApiOptions {
  /** Shared with the streams, so that a key is imported once. */
  readonly verifier?: SignatureVerifier;
  /** Of the streams, for `/health`. */
  readonly backlogs?: StreamBacklogs;
  /** Shared with the streams, so that an order counts the same whichever way it comes. */
  readonly limits?: RateLimits;
  /** Venue time up to which a former process may have answered signed requests; 0 when absent: there was none. */
  readonly formerUntil?: number;
  /** Milliseconds since 1970 for limits of its own, never going backwards; the machine's clock when absent. */
  readonly limitClock?: () => number;
}

export interface Api {
  /** Every path that something answers, with `{name}` for parameters. */
  readonly paths: readonly string[];
  /**
   * Never throws and never rejects.
   * @param depth how many slashes the path has on the request line; the server has resolved `.` and `..` in the URL
   * @param whenSigned is called when the signature was right, and the request within its account's limit
   */
  fetch(
    request: Request,
    connections: Connections,
    depth?: number,
    whenSigned?: () => void,
  ): Response | Promise<Response>;
}

interface Route {
  readonly binding: Binding;
  readonly row: EndpointRow;
  readonly input: EndpointInput;
  readonly bucket: Bucket;
  readonly metrics: EndpointMetrics;
  readonly readsBody: boolean;
  readonly bodyBytes: number;
  readonly isAnsweredOnce: boolean;
}

const NOWHERE = "";
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];
const noBody = new Uint8Array(0);

/** @throws {Error} when two bindings have one method and path */
export function createApi(venue: Venue, bindings: readonly Binding[], options: ApiOptions = {}): Api {
  const server = new Server(venue, bindings, options);
  return {
    paths: server.paths,
    fetch: (request, connections, depth, whenSigned) => server.answer(request, connections, depth, whenSigned),
  };
}

class Server {
  readonly #venue: Venue;
  readonly #router = new Router<Route>();
  readonly #paths: string[] = [];
  readonly #operations: ReadonlyMap<string, () => Promise<Response>>;
  readonly #limits: RateLimits;
  readonly #proxies: TrustedProxies;
  readonly #authenticator: Authenticator;
  readonly #once: Once;
  readonly #unrouted: EndpointMetrics;
  readonly #replayed: string;

  constructor(venue: Venue, bindings: readonly Binding[], options: ApiOptions) {
    this.#venue = venue;
    this.#limits =
      options.limits ?? new RateLimits(venue.configuration.limits.factor, () => venue.clock.now(), options.limitClock);
    this.#proxies = new TrustedProxies(venue.configuration.trustedProxies);
    this.#authenticator = new Authenticator(venue, options.verifier);
    this.#once = new Once(
      venue,
      new SpentSignatures(options.formerUntil ?? 0),
      replayedHeader(venue.configuration.brand),
    );
    this.#operations = operations(venue, options.backlogs);
    this.#unrouted = venue.metrics.endpoint("unrouted");
    this.#replayed = replayedHeader(venue.configuration.brand);
    for (const binding of bindings) if (this.#exists(binding.row)) this.#add(binding);
  }

  // What only a sandbox has is not refused in production: it does not exist.
  #exists(row: EndpointRow): boolean {
    return this.#venue.configuration.mode === "sandbox" || !isSandboxOnly(row);
  }

  #add(binding: Binding): void {
    const { row } = binding;
    const path = brandedPath(row.path, this.#venue.configuration.brand);
    this.#paths.push(path);
    this.#router.add(row.method, path, {
      binding,
      row,
      input: new EndpointInput(row),
      bucket: this.#limits.bucket(row),
      metrics: this.#venue.metrics.endpoint(`${row.method} ${row.path}`),
      readsBody: row.method === "POST" || row.method === "PUT",
      bodyBytes: row.bodyBytes ?? BODY_BYTES,
      isAnsweredOnce: isAnsweredOnce(row),
    });
  }

  get paths(): string[] {
    const ofOperations = [...this.#operations.keys()].map((operation) => operation.slice(operation.indexOf("/")));
    return [...new Set([...this.#paths, ...ofOperations])];
  }

  answer(
    request: Request,
    connections: Connections,
    depth?: number,
    whenSigned?: () => void,
  ): Response | Promise<Response> {
    const times = new RequestTimes();
    const target = requestTarget(request.url);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);

    // A path is what was signed, character by character: one with dot segments in it is another path.
    const isAsSent = depth === undefined || depth === depthOf(path);
    const isRouted = isAsSent && !isPreflight(request);
    const found = isRouted ? this.#router.find(request.method, path) : undefined;
    const { host } = this.#venue.configuration;
    const origin = { connections, proxies: this.#proxies, host };
    const received = new Received(request, origin, target, this.#venue.clock.now());
    if (found === undefined) return this.#answerUnrouted(request, received, isAsSent ? path : NOWHERE, times);
    const exchange = new Exchange(this.#venue, this.#limits, received, times);
    const query = mark < 0 ? "" : target.slice(mark + 1);
    const { row, readsBody } = found.target;
    return row.auth === "signed" || readsBody
      ? this.#answerRoute(found, exchange, request, query, whenSigned)
      : this.#answerOpen(found, exchange, query);
  }

  async #answerUnrouted(request: Request, received: Received, path: string, times: RequestTimes): Promise<Response> {
    const response = await this.#unroutedAnswer(request, received, path);
    response.headers.set(SERVER_TIMING, times.end());
    return response;
  }

  #unroutedAnswer(request: Request, received: Received, path: string): Response | Promise<Response> {
    if (isPreflight(request)) return preflightAnswer(request);
    const operation = this.#operations.get(`${request.method} ${path}`);
    if (operation !== undefined) return operation();
    const allowed = this.#methodsOf(path, received);
    const failure = refusal(allowed.length > 0 ? "method_not_allowed" : "path_not_found");
    this.#unrouted.answered(failure.status);
    const response = failureAnswer(failure, this.#venue.clock.now());
    if (allowed.length > 0) response.headers.set("Allow", allowed.join(", "));
    if (request.headers.has("origin")) openToPages(response, this.#replayed);
    return response;
  }

  /** The methods that a path has for this caller: to one from afar a sandbox's own calls do not exist. */
  #methodsOf(path: string, received: Received): string[] {
    const ofRows = [...this.#router.findAll(path)]
      .filter(([, { target }]) => !isSandboxOnly(target.row) || isNearby(received, target.row))
      .map(([method]) => method);
    return METHODS.filter((method) => ofRows.includes(method) || this.#operations.has(`${method} ${path}`));
  }

  async #answerRoute(
    found: Found<Route>,
    exchange: Exchange,
    request: Request,
    query: string,
    whenSigned: (() => void) | undefined,
  ): Promise<Response> {
    const route = found.target;
    try {
      this.#admit(route, exchange);
      const { readsBody, bodyBytes } = route;
      const paid = route.row.kinds === undefined ? undefined : payToRead(route, exchange);
      if (paid?.fits === false) return await this.#answerOwn(route, exchange, { unpaid: paid });
      const bytes = readsBody ? await readBody(request, bodyBytes) : noBody;
      if (bytes === undefined) return this.#finish(route, exchange, tooLargeAnswer(bodyBytes, exchange.timedHeaders()));
      if (route.binding.answerOwn !== undefined) return await this.#answerOwn(route, exchange, { bytes });
      if (route.row.auth === "signed") {
        exchange.caller = await this.#authenticate(exchange, route.row, bytes);
        this.#requireEntitled(route.row, exchange.caller);
        exchange.count(route.bucket);
        whenSigned?.();
      }
      const handle = () => this.#handle(found, exchange, bytes, query);
      const answered = route.isAnsweredOnce
        ? this.#once.answer(exchange, { body: bytes, isKeptByEngine: route.row.once === true }, handle)
        : handle();
      return this.#succeed(route, exchange, answered instanceof Promise ? await answered : answered);
    } catch (error) {
      return this.#fail(route, exchange, error);
    }
  }

  async #answerOwn(route: Route, exchange: Exchange, body: PaidBody): Promise<Response> {
    const { venue, request, reply } = exchange;
    const spend = (weight: number) => exchange.spend(route.bucket, weight);
    const answer = await route.binding.answerOwn!({ venue, request, reply, spend }, body);
    return this.#finish(route, exchange, ownAnswer(answer, exchange.timedHeaders()));
  }

  /** What has neither a signature nor a body: answered in the same turn where the handler has nothing to wait for. */
  #answerOpen(found: Found<Route>, exchange: Exchange, query: string): Response | Promise<Response> {
    const route = found.target;
    try {
      this.#admit(route, exchange);
      const answered = this.#handle(found, exchange, noBody, query);
      if (!(answered instanceof Promise)) return this.#succeed(route, exchange, answered);
      return answered
        .then((data: unknown) => this.#succeed(route, exchange, data))
        .catch((error: unknown) => this.#fail(route, exchange, error));
    } catch (error) {
      return this.#fail(route, exchange, error);
    }
  }

  /** What comes before anything is read. Who signs is counted when it is known who it is. */
  #admit({ row, bucket }: Route, exchange: Exchange): void {
    if (isSandboxOnly(row)) requireNearby(exchange.request, row);
    if (row.auth !== "signed" && row.kinds === undefined) exchange.count(bucket);
  }

  /** @returns what the handler answers, or a promise of it */
  #handle({ target: route, params }: Found<Route>, exchange: Exchange, bytes: Uint8Array, query: string): unknown {
    this.#fill(route, exchange, bytes, params, query);
    // The row made this context what its handler takes; see `bind`.
    return route.binding.handle(exchange as unknown as Context<EndpointRow>);
  }

  #succeed(route: Route, exchange: Exchange, data: unknown): Response {
    const { row } = route;
    const isFlat = row.data === undefined && row.beside !== undefined;
    const answer = isFlat ? flatAnswer : successAnswer;
    return this.#finish(route, exchange, answer(data, this.#venue.clock.now(), exchange.timedHeaders()));
  }

  #fail(route: Route, exchange: Exchange, error: unknown): Response {
    const { method, path } = exchange.request;
    const reason = failureOf(this.#venue, error, { method, path });
    const failure = route.row.charting === true ? reason.with({ s: "error", errmsg: reason.message }) : reason;
    // What was prepared for another answer does not go with a fault of ours.
    if (failure.code === errors.unknown.code) exchange.headers = new AnswerHeaders();
    return this.#finish(route, exchange, failureAnswer(failure, this.#venue.clock.now(), exchange.timedHeaders()));
  }

  #finish(route: Route, { request, times }: Exchange, response: Response): Response {
    if (request.header("origin") !== null) openToPages(response, this.#replayed);
    route.metrics.answered(response.status);
    this.#venue.metrics.stages.total.observe(times.totalMs);
    return response;
  }

  /** @throws {ApiError} -1001 or -1002 when the credentials are not accepted, -1003 when too many were not */
  async #authenticate(exchange: Exchange, row: EndpointRow, body: Uint8Array): Promise<Caller> {
    const startedAt = performance.now();
    try {
      return await this.#authenticator.authenticate(exchange.request, body, scopesToAsk(row));
    } catch (error) {
      if (error instanceof ApiError) exchange.countFailure();
      throw error;
    } finally {
      const verifyMs = performance.now() - startedAt;
      exchange.times.verified(verifyMs);
      this.#venue.metrics.stages.verify.observe(verifyMs);
    }
  }

  /** @throws {ApiError} -1002 when the row is not for this kind of account */
  #requireEntitled({ mainAccountOnly, brokerAdmin }: EndpointRow, { account, ownerAccount }: Caller): void {
    if (mainAccountOnly === true && account !== ownerAccount) {
      throw refusal("unauthorized", "only main account is allowed");
    }
    if (brokerAdmin === true && !isBrokerAdmin(this.#venue, account)) {
      throw refusal("unauthorized", "admin is required");
    }
  }

  /** Reads and checks what the row declares. */
  #fill(
    { input, binding }: Route,
    exchange: Exchange,
    bytes: Uint8Array,
    params: Readonly<Record<string, string>>,
    query: string,
  ): void {
    const members = parseQuery(query);
    // Only what has a body says what it is; each look at a header crosses into the runtime.
    const { text, body } = input.read(bytes, bytes.length === 0 ? null : exchange.request.header("content-type"));
    exchange.request.bodyText = text;
    if (binding.row.preview !== undefined) requireScopeToChange(binding.row, exchange.caller, body);
    if (binding.precheck !== undefined) {
      const raw = { venue: this.#venue, caller: exchange.caller, query: members, body };
      binding.precheck(raw as unknown as RawContext<EndpointRow>);
    }
    refusePreview(binding.row, body);
    exchange.params = input.params(params);
    exchange.query = input.query(members);
    exchange.body = input.body(body);
  }
}

/** What is longer than a question about the pool itself is paid for before it is read. @returns nothing for what is not */
function payToRead({ bucket }: Route, exchange: Exchange): Spent | undefined {
  const declared = Number(exchange.request.header("content-length") ?? Number.NaN);
  return declared <= FREE_BODY_BYTES ? undefined : exchange.spend(bucket, UNKNOWN_KIND_WEIGHT);
}

/** Scopes of which one is needed to be heard at all; what is more than a question needs one of the row's own. */
function scopesToAsk({ scopes, preview }: EndpointRow): readonly Scope[] | undefined {
  return preview === undefined || scopes === undefined ? scopes : [...scopes, "read"];
}

/** @throws {ApiError} -1002 when a key that may only ask does more than that */
function requireScopeToChange(row: EndpointRow, caller: Caller | null, body: JsonObject): void {
  if (caller !== null && !isPreview(row, body)) requireScope(caller.scopes, row.scopes);
}

function isSandboxOnly(row: EndpointRow): boolean {
  return row.auth === "sandbox" || row.sandboxOnly === true;
}

/**
 * What has no signature is only for programs and pages of this machine, and not for those who reach it through a proxy.
 * @throws {ApiError} -1006: for others it does not exist
 */
function requireNearby(request: Received, row: EndpointRow): void {
  if (!isNearby(request, row)) throw refusal("path_not_found");
  if (row.auth === "sandbox") request.mayTakeLong();
}

function isNearby(request: Received, { auth }: EndpointRow): boolean {
  return !isForeignPage(request.header("origin")) && (auth !== "sandbox" || request.isFromHere);
}
