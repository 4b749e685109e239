// The WebSocket streams of a venue: follows the engine's events, talks to the clients, and runs the clocks by which
// frames go out. Interface 5.3 and 6, streams.

import type { Consumer } from "@evermark/core";
import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { silent } from "@evermark/engine";
import type { Server, WebSocketHandler } from "bun";
import { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import { FairTurns } from "../http/door/fair-turns.ts";
import type { Venue } from "../venue.ts";
import { Backlogs } from "./backlogs.ts";
import { CancelOnDisconnect } from "./cancel-on-disconnect.ts";
import { CLOSE, type Connection } from "./connection.ts";
import { Connections } from "./connections.ts";
import { CutTimer } from "./cut-timer.ts";
import { Handshake } from "./handshake.ts";
import { STREAM_LIMITS, type StreamLimits } from "./limits.ts";
import type { OrderEntry } from "./order-request.ts";
import { Patrol } from "./patrol.ts";
import { PublicFeed } from "./public-feed.ts";
import { Sessions } from "./session.ts";
import { SharedTimestamps } from "./shared-timestamps.ts";
import { SpentTimestamps } from "./spent-timestamps.ts";
import { StreamNumbers } from "./stream-numbers.ts";
import { StreamOrders } from "./stream-orders.ts";

const SECOND_MS = 1_000;

interface StreamsOptions {
  /** Shared with the API, so that a key is imported once. */
  readonly verifier?: SignatureVerifier;
  /** What takes the orders that come over private streams; none are taken without it. */
  readonly orderEntry?: OrderEntry;
  /** As they stand where the engine does; from 0 when absent. */
  readonly numbers?: StreamNumbers;
  /**
   * A venue time before which no command will be applied any more; default the clock's. Null where the part that applies commands says so
   * itself, by `StreamNumbers`.
   */
  readonly passTime?: (() => number) | null;
  /** Venue time at which no client can have connected yet; default now. */
  readonly startedAt?: number;
  /** Where several nodes note which URLs were opened; absent for a venue alone. */
  readonly notes?: Pick<SharedNotes, "spend"> | undefined;
  /** Connections in all, where there is room for fewer than the configuration has. */
  readonly connectionsMax?: number;
  /** Shared with the requests, so that frames wait in the same rounds. */
  readonly turns?: FairTurns;
  /** What may wait for all clients together; a share of the machine's memory when absent. */
  readonly backlogBytesMax?: number;
  /** Other limits than the usual ones; for tests. */
  readonly limits?: Partial<StreamLimits>;
}

export interface Streams {
  /** Gets every event of every command that is applied from the creation on. */
  readonly consumer: Consumer;
  /**
   * Opens a stream for a request to a path below `/ws/`.
   * @returns the refusal to answer with, or nothing when the request has become a WebSocket
   */
  upgrade(request: Request, server: Server<Connection>): Promise<Response | undefined>;
  /** What waits to be sent to all clients, and how much may. */
  readonly backlogs: Pick<Backlogs, "bytes" | "maxBytes">;
  /** What the server must be started with. */
  readonly websocket: WebSocketHandler<Connection>;
  /** Ends the connections on which orders stand, for others will cancel these: their clients are to know. */
  cutOff(): void;
  /**
   * Stops the clocks, answers the orders that were taken, and closes every connection with 1001. Resolves when what must
   * be cancelled for that is cancelled.
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
  const timer = passTime === null ? null : new CutTimer(numbers.public, venue.clock, passTime);
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
      // Prices are sent every second, and the patrol sees keys that were bound anew.
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
      // What is beyond is dropped; the patrol closes the connection long before it could matter.
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
