// Answers a request to open a stream: checks the path, the credentials, and whether there is room. A refused request
// never becomes a WebSocket, with one exception: on the public stream an unknown account is accepted and closed at
// once. Streams 1, 2 and 3.3.

import { CLEARING } from "@evermark/engine";
import { VENUE_ACCOUNT_ID } from "@evermark/interface/chain/account-id.ts";
import { type PrivateStreamOptions, STREAM_PATHS } from "@evermark/interface/streams/topics.ts";
import type { Server } from "bun";
import type { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import { requireUpToDate } from "../auth/up-to-date.ts";
import { failureAnswer } from "../http/envelope/envelope.ts";
import { requestTarget } from "../http/input/request-target.ts";
import { peerOf } from "../http/proxies/address.ts";
import { TrustedProxies } from "../http/proxies/trusted-proxies.ts";
import type { Venue } from "../venue.ts";
import { ApiError, invalid, refusal } from "../wire/api-error.ts";
import type { Backlogs } from "./backlogs.ts";
import type { CancelOnDisconnect } from "./cancel-on-disconnect.ts";
import type { Connections } from "./connections.ts";
import type { StreamLimits } from "./limits.ts";
import type { StreamTimestamps } from "./spent-timestamps.ts";
import { StreamConnection, type StreamKind } from "./stream-connection.ts";
import {
  checkStreamCredentials,
  credentialNames,
  type SignedIn,
  type StreamCredentials,
} from "./stream-credentials.ts";

export class Handshake {
  readonly #proxies: TrustedProxies;

  constructor(
    readonly venue: Venue,
    readonly verifier: SignatureVerifier,
    readonly connections: Connections,
    readonly cancelOnDisconnect: CancelOnDisconnect,
    readonly spentTimestamps: StreamTimestamps,
    readonly limits: StreamLimits,
    readonly backlogs: Backlogs,
  ) {
    this.#proxies = new TrustedProxies(venue.configuration.trustedProxies);
  }

  /** @returns the refusal, or undefined when the request became a stream */
  async open(request: Request, server: Server<StreamConnection>): Promise<Response | undefined> {
    // A client's host header need not be a valid host.
    const url = new URL(requestTarget(request.url), "http://venue");
    const path = parsePath(url.pathname);
    if (path === undefined) return this.#refusal(refusal("path_not_found"));
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return upgradeRequired();

    const { kind } = path;
    const ip = this.#proxies.clientOf(peerOf(request, server), request.headers);
    try {
      if (kind === "private") await requireUpToDate(this.venue);
      const account = this.#accountOf(kind, path.accountId);
      const cancels = cancelsOnDisconnect(kind, url.searchParams);
      const credentials = kind === "private" ? this.#credentials(url.searchParams) : undefined;
      this.#assertRoom(kind, ip, account);
      const signedIn =
        credentials && (await checkStreamCredentials(this.venue, this.verifier, { account, ip }, credentials));
      // Others may have connected while the signature was checked.
      if (signedIn !== undefined) this.#assertRoom(kind, ip, account);
      const spending = signedIn !== undefined && this.#spend(signedIn);
      const takesOrders = spending instanceof Promise ? await spending : spending;
      if (spending instanceof Promise) this.#assertRoom(kind, ip, account);
      const ownOrders = cancels ? this.cancelOnDisconnect.follow() : undefined;
      const admission = { kind, ip, account, key: signedIn?.key.key, takesOrders, ownOrders };
      const connection = new StreamConnection(
        admission,
        this.limits,
        performance.now(),
        this.venue.metrics.streams,
        this.backlogs,
      );
      // Added first, because the connection may be opened and closed again within the call.
      this.connections.add(connection);
      if (server.upgrade(request, { data: connection })) return undefined;
      this.connections.remove(connection);
      return upgradeRequired();
    } catch (error) {
      if (error instanceof ApiError) return this.#refusal(error);
      throw error;
    }
  }

  /** The credentials in the URL; undefined when there are none, and then an `auth` event must follow. */
  #credentials(query: URLSearchParams): StreamCredentials | undefined {
    const names = credentialNames(this.venue.configuration.brand);
    const [key, timestamp, signature] = [names.key, names.timestamp, names.signature].map(([name]) => query.get(name));
    if (key === null && timestamp === null && signature === null) return undefined;
    return { key: key ?? "", timestamp: timestamp ?? "", signature: signature ?? "" };
  }

  #spend({ key, timestamp }: SignedIn): boolean | Promise<boolean> {
    return this.spentTimestamps.spend(key, timestamp, this.venue.clock.now());
  }

  #accountOf(kind: StreamKind, accountId: string): number {
    const isVenue = kind === "public" && accountId.toLowerCase() === VENUE_ACCOUNT_ID;
    return isVenue ? CLEARING : this.venue.engine.findAccount(accountId);
  }

  #assertRoom(kind: StreamKind, ip: string, account: number): void {
    if (!this.connections.hasRoom(kind, ip, account)) throw refusal("rate_limit_exceeded");
  }

  #refusal(error: ApiError): Response {
    return failureAnswer(error, this.venue.clock.now());
  }
}

const CANCEL_ON_DISCONNECT = "cancel_on_disconnect" satisfies keyof PrivateStreamOptions;

/** @throws {ApiError} -1005 for anything but true and false: a client that wrongly relies on this guard loses money */
function cancelsOnDisconnect(kind: StreamKind, query: URLSearchParams): boolean {
  const text = query.get(CANCEL_ON_DISCONNECT);
  if (text === null || (text === "false" && kind === "private")) return false;
  if (kind === "public") throw invalid(`${CANCEL_ON_DISCONNECT} belongs to the private stream`);
  if (text === "true") return true;
  throw invalid(`${CANCEL_ON_DISCONNECT} is invalid: ${JSON.stringify(text.slice(0, 64))}, expected true or false`);
}

function parsePath(path: string): { readonly kind: StreamKind; readonly accountId: string } | undefined {
  for (const kind of ["public", "private"] as const) {
    const prefix = STREAM_PATHS[kind].replace("{account_id}", "");
    const accountId = path.slice(prefix.length);
    if (path.startsWith(prefix) && accountId !== "" && !accountId.includes("/")) return { kind, accountId };
  }
  return undefined;
}

function upgradeRequired(): Response {
  return new Response("this is a WebSocket stream", { status: 426, headers: { Upgrade: "websocket" } });
}
