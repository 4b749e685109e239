// The WebSocket streams of a venue: follows the engine's events, serves the clients, and runs the timers of
// connections. Interface 5.3 and 6, streams.

import type { Consumer } from "@evermark/core";
import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { silent } from "@evermark/engine";
import type { Server, WebSocketHandler } from "bun";
import { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import { FairTurns } from "../http/door/fair-turns.ts";
import type { Venue } from "../venue.ts";
import { Backlogs } from "./backlogs.ts";
import { CancelOnDisconnect } from "./cancel-on-disconnect.ts";
import { Connections } from "./connections.ts";
import { Handshake } from "./handshake.ts";
import { STREAM_LIMITS, type StreamLimits } from "./limits.ts";
import type { OrderEntry } from "./order-entry.ts";
import { StreamOrders } from "./orders-over-streams.ts";
import { Patrol } from "./patrol.ts";
import { PublicFeed } from "./public-feed.ts";
import { PublicationTimer } from "./publication-timer.ts";
import { SharedTimestamps } from "./shared-timestamps.ts";
import { SpentTimestamps } from "./spent-timestamps.ts";
import { CLOSE, type StreamConnection } from "./stream-connection.ts";
import { StreamNumbers } from "./stream-numbers.ts";
import { Sessions } from "./stream-sessions.ts";

const SECOND_MS = 1_000;

interface StreamsOptions {
  /** Shared with the API, so that each key is imported only once. */
  readonly verifier?: SignatureVerifier;
  /** What order requests over private streams need; without it, they are refused. */
  readonly orderEntry?: OrderEntry;
  /** The frame numbers where the engine stands; from 0 when absent. */
  readonly numbers?: StreamNumbers;
  /**
   * A venue time before which no command will be applied any more; by default the clock's. Null where the part that
   * applies commands reports this itself, through `StreamNumbers`.
   */
  readonly passTime?: (() => number) | null;
  /** Venue time at which no client can have connected yet; default now. */
  readonly startedAt?: number;
  /** Where several nodes record which URLs were opened; absent without a cluster. */
  readonly notes?: Pick<SharedNotes, "spend"> | undefined;
  /** A lower limit on all connections than the configured one, where there is less room. */
  readonly connectionsMax?: number;
  /** Shared with the API, so that frames and requests wait in the same rounds. */
  readonly turns?: FairTurns;
  /** The most that may wait for all clients together; by default a share of the machine's memory. */
  readonly backlogBytesMax?: number;
  /** Overrides the usual limits, for tests. */
  readonly limits?: Partial<StreamLimits>;
}

export interface Streams {
  /** Receives every event of every command applied after the creation. */
  readonly consumer: Consumer;
  /**
   * Opens a stream for a request to a path below `/ws/`.
   * @returns the refusal to answer with, or undefined when the request has become a WebSocket
   */
  upgrade(request: Request, server: Server<StreamConnection>): Promise<Response | undefined>;
  /** The amount that waits to be sent to all clients, and its bound. */
  readonly backlogs: Pick<Backlogs, "bytes" | "maxBytes">;
  /** The handler that the server must be started with. */
  readonly websocket: WebSocketHandler<StreamConnection>;
  /**
   * Closes connections that cancel on disconnect when the node is cut off: another node will cancel their orders, and
   * the clients must learn of it.
   */
  cutOff(): void;
  /**
   * Stops the timers, answers the orders already taken, and closes every connection with 1001. Resolves when the orders
   * that are cancelled on disconnect are cancelled.
   */
  stop(): Promise<void>;
}

export function createStreams(venue: Venue, options: StreamsOptions = {}): Streams {
  const turns = options.turns ?? new FairTurns();
  const limits: StreamLimits = { ...STREAM_LIMITS, ...options.limits };
  const verifier = options.verifier ?? new SignatureVerifier();
  const metrics = venue.metrics.streams;

  const configured = venue.configuration.limits;
  const inAll = Math.min(configured.connections, options.connectionsMax ?? Number.MAX_SAFE_INTEGER);
  const connections = new Connections({ ...configured, connections: inAll }, metrics);
  const numbers = options.numbers ?? new StreamNumbers(venue.engine);
  const privateFeed = numbers.private;
  privateFeed.begin(venue);
  const publicFeed = new PublicFeed(venue, numbers.public);
  const { passTime = () => venue.clock.now() } = options;
  const timer = passTime === null ? null : new PublicationTimer(numbers.public, venue.clock, passTime);
  const cancelOnDisconnect = new CancelOnDisconnect(venue);
  const { notes, startedAt = venue.clock.now() } = options;
  const spent = notes === undefined ? new SpentTimestamps(startedAt) : new SharedTimestamps(notes);
  const backlogs = new Backlogs(connections, options.backlogBytesMax);
  const handshake = new Handshake(venue, verifier, connections, cancelOnDisconnect, spent, limits, backlogs);
  const orders = new StreamOrders(venue, options.orderEntry);
  const sessions = new Sessions(venue, verifier, connections, publicFeed, privateFeed, orders, spent, limits, turns);
  const patrol = new Patrol(venue, connections, limits);
  let isStopped = false;

  const clocks = [
    setInterval(() => cancelOnDisconnect.retry(), SECOND_MS),
    setInterval(() => patrol.walk(performance.now()), limits.patrolMs),
  ];

  return {
    consumer: {
      // Other events need no listener: prices are sent every second, and the patrol looks keys up.
      ...silent,
      order: (report) => privateFeed.order(report),
      trade: (report) => publicFeed.trade(report),
      level: (market, side, price) => numbers.public.level(market, side, price),
      position: (account, market, marginMode) => privateFeed.position(account, market, marginMode),
      ledger: (entry) => privateFeed.ledger(entry),
      algo: (report) => privateFeed.algo(report),
      funds: (event) => privateFeed.funds(event),
      transfer: (transfer) => privateFeed.transfer(transfer),
      market: (event) => privateFeed.market(event),
      account: (change) => privateFeed.account(change),
      liquidation(event) {
        privateFeed.liquidation(event);
        publicFeed.liquidation(event);
      },
      venue(event) {
        privateFeed.venue(event);
        publicFeed.venueChanged(event);
      },
      marketListed: (market) => numbers.public.marketListed(market),
      commandBegin: (at) => numbers.commandBegin(at),
      commandEnd(position, at) {
        privateFeed.commandEnd(position, at);
        publicFeed.commandEnd(at);
        timer?.look();
      },
      batchEnd: () => numbers.public.batchEnd(),
    },

    backlogs,

    async upgrade(request, server) {
      if (isStopped) return new Response("server shutting down", { status: 503 });
      return handshake.open(request, server);
    },

    websocket: {
      maxPayloadLength: limits.frameBytes,
      // Frames beyond this are dropped; the patrol closes the connection long before.
      backpressureLimit: 2 * limits.backlogBytes,
      closeOnBackpressureLimit: false,
      perMessageDeflate: false,
      // The stream's own pings keep connections alive and find the dead ones.
      idleTimeout: 0,
      sendPings: false,
      open(socket) {
        const connection = socket.data;
        connection.opened(socket);
        if (connection.kind === "public" && connection.account < 0)
          connection.close(CLOSE.policy, "invalid account_id");
      },
      message: (socket, message) => sessions.message(socket.data, message, performance.now()),
      ping: (socket) => sessions.heartbeat(socket.data, performance.now()),
      drain: (socket) => void socket.data.lookAtBacklog(),
      pong: (socket) => sessions.heartbeat(socket.data, performance.now()),
      close(socket) {
        const connection = socket.data;
        connection.closed();
        connections.remove(connection);
        privateFeed.close(connection.account);
      },
    },

    cutOff() {
      for (const connection of [...connections])
        if (connection.ownOrders !== undefined) connection.close(CLOSE.internal, "cut off from the venue");
    },

    async stop() {
      isStopped = true;
      for (const clock of clocks) clearInterval(clock);
      timer?.stop();
      await orders.close();
      for (const connection of [...connections]) connection.close(CLOSE.shuttingDown, "server shutting down");
      await cancelOnDisconnect.settled(venue.log);
    },
  };
}
