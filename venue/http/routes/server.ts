// The REST server: takes a request to the row of its endpoint, through authentication, rate limit and validation to the handler,
// and returns the answer in an envelope. The order of these steps decides which refusal a caller sees. Interface 2.1 and 5.2,
// errors 1, 4, 6 and 7.

import { FREE_BODY_BYTES, UNKNOWN_KIND_WEIGHT } from "@evermark/interface/queries/public-query.ts";
import { brandedPath } from "@evermark/interface/rows/brand.ts";
import type { EndpointRow, Method } from "@evermark/interface/rows/endpoint.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { Authenticator, type SignedRequest } from "../../auth/authenticate.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { isDenied } from "../../auth/keys/denied.ts";
import type { SignatureVerifier } from "../../auth/signatures/ed25519.ts";
import { SpentSignatures } from "../../auth/spent-signatures.ts";
import { requireUpToDate } from "../../auth/up-to-date.ts";
import { isForeignPage } from "../../operation/host/own-host.ts";
import type { EndpointMetrics } from "../../operation/reports/metrics.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { type AnswerHeaders, SERVER_TIMING } from "../envelope/answer-headers.ts";
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
import { parseQuery } from "../input/query-text.ts";
import { readBody } from "../input/request-body.ts";
import { requestTarget } from "../input/request-target.ts";
import { RateLimits, type WeightState } from "../limits/rate-limits.ts";
import { RequestTimes } from "../limits/request-times.ts";
import type { Connections } from "../proxies/address.ts";
import { isPreflight, openToPages, preflightAnswer } from "../proxies/cross-origin.ts";
import { TrustedProxies } from "../proxies/trusted-proxies.ts";
import type { Binding, PaidBody } from "./binding.ts";
import { Exchange, Received } from "./exchange.ts";
import { Path, paramsIn } from "./path.ts";
import { RepeatedRequests } from "./repeated-requests.ts";
import { Route } from "./route.ts";
import { operations, type StreamBacklogs } from "./tool-paths.ts";

/** Determines who has signed a request. @throws {ApiError} -1001 or -1002 with `check` */
interface Authenticates {
  authenticate(request: SignedRequest, body: Uint8Array): Promise<Caller>;
}

interface ApiOptions {
  /** Authenticates by the operator console's keys instead of the accounts'; then only the console's page may send requests. */
  readonly console?: Authenticates;
  /** Shared with the streams, so that a key is imported once. */
  readonly verifier?: SignatureVerifier;
  /** The backlogs of the streams, for `/health`. */
  readonly backlogs?: StreamBacklogs;
  /** Shared with the streams, so that an order counts the same over either. */
  readonly limits?: RateLimits;
  /** Venue time until which an earlier process may have answered signed requests; 0, the default, if there was none. */
  readonly formerUntil?: number;
  /** A clock for the server's own limits: milliseconds since 1970, never going backwards; the machine's clock by default. */
  readonly limitClock?: () => number;
}

/** Never throws and never rejects. @param whenSigned called when the signature is valid and the request within its limit */
type Answerer = (request: Request, connections: Connections, whenSigned?: () => void) => Response | Promise<Response>;

export interface Api {
  /** The answerer of each path, in the HTTP server's notation: `:p1` and so on for parameters. */
  readonly routes: Readonly<Record<string, Answerer>>;
  /** The answerer of all other paths. */
  readonly elsewhere: Answerer;
}

/** The parameters and the query of a request line. */
interface RequestLine {
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];
const noBody = new Uint8Array(0);

/** @throws {Error} when two bindings have the same method and path */
export function createApi(venue: Venue, bindings: readonly Binding[], options: ApiOptions = {}): Api {
  const server = new Server(venue, bindings, options);
  const routes = server.paths.map((path): [string, Answerer] => [
    path.pattern,
    (request, connections, whenSigned) => server.answer(path, request, connections, whenSigned),
  ]);
  return {
    routes: Object.fromEntries(routes),
    elsewhere: (request, connections) => server.answer(undefined, request, connections),
  };
}

class Server {
  readonly #venue: Venue;
  readonly #paths = new Map<string, Path>();
  /** The operations, by path. */
  readonly #operations: ReadonlyMap<string, () => Promise<Response>>;
  readonly #limits: RateLimits;
  readonly #proxies: TrustedProxies;
  readonly #authenticator: Authenticates;
  /** Whether pages of other origins may send requests. */
  readonly #isOpenToPages: boolean;
  readonly #once: RepeatedRequests;
  readonly #unrouted: EndpointMetrics;
  readonly #replayed: string;

  constructor(venue: Venue, bindings: readonly Binding[], options: ApiOptions) {
    this.#venue = venue;
    this.#limits =
      options.limits ?? new RateLimits(venue.configuration.limits.factor, () => venue.clock.now(), options.limitClock);
    this.#proxies = new TrustedProxies(venue.configuration.trustedProxies);
    this.#authenticator = options.console ?? new Authenticator(venue, options.verifier);
    this.#isOpenToPages = options.console === undefined;
    this.#once = new RepeatedRequests(venue, new SpentSignatures(options.formerUntil ?? 0));
    this.#operations = this.#isOpenToPages ? operations(venue, options.backlogs) : new Map();
    this.#unrouted = venue.metrics.endpoint("unrouted");
    this.#replayed = replayedHeader(venue.configuration.brand);
    for (const binding of bindings) if (this.#exists(binding.row)) this.#add(binding);
    for (const path of this.#operations.keys()) this.#at(path);
  }

  get paths(): readonly Path[] {
    return [...this.#paths.values()];
  }

  // Sandbox-only rows are not refused in production: they do not exist.
  #exists(row: EndpointRow): boolean {
    return this.#venue.configuration.mode === "sandbox" || !isSandboxOnly(row);
  }

  #add(binding: Binding): void {
    const { row } = binding;
    const name = `${row.method} ${row.path}`;
    const input = new EndpointInput(row, true);
    const path = brandedPath(row.path, this.#venue.configuration.brand);
    this.#at(path).add(path, new Route({ venue: this.#venue, binding, limits: this.#limits, input, name }));
  }

  /** Paths that differ only in the names of their parameters are one. */
  #at(written: string): Path {
    const path = new Path(written);
    const known = this.#paths.get(path.pattern);
    if (known !== undefined) return known;
    this.#paths.set(path.pattern, path);
    return path;
  }

  /** @param found the path that the server has matched on the request line; undefined if there is none */
  answer(
    found: Path | undefined,
    request: Request,
    connections: Connections,
    whenSigned?: () => void,
  ): Response | Promise<Response> {
    const venue = this.#venue;
    const times = new RequestTimes();
    const target = requestTarget(request.url);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const at = found?.isAsSent(path) ? found : undefined;
    const origin = { connections, proxies: this.#proxies, host: venue.configuration.host };
    const received = new Received(request, origin, target, venue.clock.now());
    const method = at?.find(request.method);
    if (method === undefined) return this.#answerUnrouted(request, received, at, times);
    const { route } = method;
    const exchange = new Exchange({ venue, row: route.row, limits: this.#limits, request: received, times });
    const line = { params: paramsIn(path, method), query: mark < 0 ? "" : target.slice(mark + 1) };
    return isSigned(route.row) || route.readsBody
      ? this.#answerRoute(route, exchange, line, request, whenSigned)
      : this.#answerOpen(route, exchange, line);
  }

  async #answerUnrouted(
    request: Request,
    received: Received,
    path: Path | undefined,
    times: RequestTimes,
  ): Promise<Response> {
    const response = await this.#unroutedAnswer(request, received, path);
    response.headers.set(SERVER_TIMING, times.end());
    return response;
  }

  #unroutedAnswer(request: Request, received: Received, path: Path | undefined): Response | Promise<Response> {
    if (this.#isOpenToPages && isPreflight(request)) return preflightAnswer(request);
    const operation = path === undefined ? undefined : this.#operations.get(path.pattern);
    if (operation !== undefined && request.method === "GET") return operation();
    const allowed = operation === undefined ? methodsOf(path, received) : ["GET"];
    const failure = refusal(allowed.length > 0 ? "method_not_allowed" : "path_not_found");
    this.#unrouted.answered(failure.status);
    const response = failureAnswer(failure, this.#venue.clock.now());
    if (allowed.length > 0) response.headers.set("Allow", allowed.join(", "));
    if (this.#isOpenToPages && request.headers.has("origin")) openToPages(response, this.#replayed);
    return response;
  }

  async #answerRoute(
    route: Route,
    exchange: Exchange,
    line: RequestLine,
    request: Request,
    whenSigned: (() => void) | undefined,
  ): Promise<Response> {
    const { row, bodyBytes } = route;
    try {
      this.#admit(route, exchange);
      const paid = row.kinds === undefined ? undefined : payToRead(route, exchange);
      if (paid?.fits === false) return await this.#answerOwn(route, exchange, { unpaid: paid });
      const bytes = route.readsBody ? await readBody(request, bodyBytes) : noBody;
      if (bytes === undefined)
        return this.#finish(route, exchange, tooLargeAnswer(bodyBytes, this.#headersOf(exchange)));
      if (route.binding.answerOwn !== undefined) return await this.#answerOwn(route, exchange, { bytes });
      // Must come before the engine is asked about anything that the signer may have learned elsewhere.
      if (row.auth !== "none") await requireUpToDate(this.#venue);
      if (isSigned(row)) {
        await this.#admitSigner(route, exchange, bytes);
        whenSigned?.();
      }
      const handle = () => this.#handle(route, exchange, bytes, line);
      const answered = route.isAnsweredOnce
        ? this.#once.answer(exchange, { body: bytes, isKeptByEngine: row.once === true }, handle)
        : handle();
      return this.#succeed(route, exchange, answered instanceof Promise ? await answered : answered);
    } catch (error) {
      return this.#fail(route, exchange, error);
    }
  }

  async #answerOwn(route: Route, exchange: Exchange, body: PaidBody): Promise<Response> {
    const { venue, request } = exchange;
    const spend = (weight: number) => exchange.spend(route.bucket, weight);
    const answer = await route.binding.answerOwn!({ venue, request, reply: exchange, spend }, body);
    return this.#finish(route, exchange, ownAnswer(answer, this.#headersOf(exchange)));
  }

  /** For rows with neither a signature nor a body: answers synchronously if the handler has nothing to wait for. */
  #answerOpen(route: Route, exchange: Exchange, line: RequestLine): Response | Promise<Response> {
    try {
      this.#admit(route, exchange);
      const answered = this.#handle(route, exchange, noBody, line);
      if (!(answered instanceof Promise)) return this.#succeed(route, exchange, answered);
      return answered
        .then((data: unknown) => this.#succeed(route, exchange, data))
        .catch((error: unknown) => this.#fail(route, exchange, error));
    } catch (error) {
      return this.#fail(route, exchange, error);
    }
  }

  /** The checks before anything is read. A signed request is counted once its signer is known. */
  #admit({ row, bucket }: Route, exchange: Exchange): void {
    if (isSandboxOnly(row)) requireNearby(exchange.request, row);
    if (!this.#isOpenToPages) requireOwnPage(exchange.request);
    if (!isSigned(row) && row.kinds === undefined) exchange.count(bucket);
  }

  /** @throws {ApiError} -1001 or -1002 when the credentials are not accepted, -1003 after too many failures */
  async #admitSigner(route: Route, exchange: Exchange, body: Uint8Array): Promise<void> {
    const startedAt = performance.now();
    try {
      const caller = await this.#authenticator.authenticate(exchange.request, body);
      route.admit(exchange, caller);
    } catch (error) {
      if (isDenied(error)) exchange.countFailure();
      throw error;
    } finally {
      const verifyMs = performance.now() - startedAt;
      exchange.times.verified(verifyMs);
      this.#venue.metrics.stages.verify.observe(verifyMs);
    }
  }

  /** @returns what the handler returns, or a promise of it */
  #handle(route: Route, exchange: Exchange, bytes: Uint8Array, { params, query }: RequestLine): unknown {
    // Only a body has a content type that matters, and each access to a header crosses into the runtime.
    const contentType = bytes.length === 0 ? null : exchange.request.header("content-type");
    const { text, body } = route.input.read(bytes, contentType);
    exchange.request.bodyText = text;
    return route.carryOut(exchange, { params, query: parseQuery(query), body });
  }

  #succeed(route: Route, exchange: Exchange, data: unknown): Response {
    const { row } = route;
    const isFlat = row.data === undefined && row.beside !== undefined;
    const answer = isFlat ? flatAnswer : successAnswer;
    return this.#finish(route, exchange, answer(data, this.#venue.clock.now(), this.#headersOf(exchange)));
  }

  #fail(route: Route, exchange: Exchange, error: unknown): Response {
    const { method, path } = exchange.request;
    const reason = failureOf(this.#venue, error, { method, path });
    const failure = route.row.charting === true ? reason.with({ s: "error", errmsg: reason.message }) : reason;
    // A fault of ours does not get the headers that were prepared for another answer.
    if (failure.code === errors.unknown.code) exchange.startOver();
    return this.#finish(route, exchange, failureAnswer(failure, this.#venue.clock.now(), this.#headersOf(exchange)));
  }

  #finish(route: Route, { request, times }: Exchange, response: Response): Response {
    if (!this.#isOpenToPages) response.headers.set("Cache-Control", "no-store");
    else if (request.header("origin") !== null) openToPages(response, this.#replayed);
    route.answered(response.status, times.totalMs);
    return response;
  }

  /** The headers of the answer, which must be made right after this call. */
  #headersOf(exchange: Exchange): AnswerHeaders {
    if (exchange.isReplayed) exchange.header(this.#replayed, "true");
    return exchange.timedHeaders();
  }
}

/** A body longer than a question about the bucket itself is paid for before it is read. @returns undefined for a shorter one */
function payToRead({ bucket }: Route, exchange: Exchange): WeightState | undefined {
  const declared = Number(exchange.request.header("content-length") ?? Number.NaN);
  return declared <= FREE_BODY_BYTES ? undefined : exchange.spend(bucket, UNKNOWN_KIND_WEIGHT);
}

function isSigned({ auth }: EndpointRow): boolean {
  return auth === "signed" || auth === "operator";
}

/**
 * A browser sends the relation of the page's origin to ours with every request; other programs do not.
 * @throws {ApiError} -1006: for a page of another origin the path does not exist
 */
function requireOwnPage(request: Received): void {
  const site = request.header("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw refusal("path_not_found");
}

function isSandboxOnly(row: EndpointRow): boolean {
  return row.auth === "sandbox" || row.sandboxOnly === true;
}

/**
 * Rows without a signature are only for programs and pages on this machine, not for callers that reach it through a proxy.
 * @throws {ApiError} -1006: for others the path does not exist
 */
function requireNearby(request: Received, row: EndpointRow): void {
  if (!isNearby(request, row)) throw refusal("path_not_found");
  if (row.auth === "sandbox") request.mayTakeLong();
}

function isNearby(request: Received, { auth }: EndpointRow): boolean {
  return !isForeignPage(request.header("origin")) && (auth !== "sandbox" || request.isFromHere);
}

/** The methods that a path has for this caller: for a remote caller, the sandbox's own calls do not exist. */
function methodsOf(path: Path | undefined, received: Received): Method[] {
  return METHODS.filter((method) => {
    const row = path?.find(method)?.route.row;
    return row !== undefined && (!isSandboxOnly(row) || isNearby(received, row));
  });
}
