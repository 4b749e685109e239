// The attack itself: numbered moves, each decided by the seed and its number, made by several workers in parallel.

import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import type { AttackTally } from "./attack-tally.ts";
import { Identity } from "./attacker.ts";
import { type Reply, Wire } from "./bare-wire.ts";
import { capturedMove } from "./captured.ts";
import { elsewhereMove } from "./elsewhere.ts";
import { streamMove } from "./hostile-streams.ts";
import { predictionMove } from "./predictions.ts";
import { classOf, complaintAbout } from "./reply-judge.ts";
import { type Attackers, type HostileRequest, hostileRequest } from "./requests.ts";
import { schemeMove } from "./schemes.ts";
import { type SocketMove, socketMove } from "./sockets.ts";
import { StalledConnections } from "./stalled.ts";
import type { Target } from "./target.ts";

const HANDS = 8;
/** After this many moves the attackers open new accounts, so that the damage to their own accounts does not stop them. */
const NAMES_LAST = 3_000;
const RECORDED_MAX = 100;
/** After this many consecutive moves without a connection the venue counts as gone. */
const REFUSED_MAX = 50;

interface CampaignOptions {
  readonly target: Target;
  readonly seed: number;
  readonly tally: AttackTally;
  /** Only requests to these endpoints; everything when absent. */
  readonly rows?: readonly EndpointRow[] | undefined;
  /** If set, the only move to make. */
  readonly only: number | undefined;
  readonly count: number;
  /** In milliseconds since 1970. */
  readonly until: number;
}

export class Campaign {
  readonly #options: CampaignOptions;
  readonly #stalled: StalledConnections;
  /** Requests that were carried out, to be repeated. */
  readonly #recorded: HostileRequest[] = [];
  #attackers: Promise<Attackers>;
  #next = 0;
  #refused = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#attackers = attackersAt(options.target);
    this.#stalled = new StalledConnections((kind, detail) =>
      options.tally.violation({ where: "connections", kind, finding: "kept open longer than promised", detail }),
    );
  }

  /** Resolves when all moves are made, the time is over, or the venue accepts no more connections. */
  async run(): Promise<void> {
    await this.#attackers;
    await Promise.all(Array.from({ length: HANDS }, () => this.#hand()));
    this.#stalled.end();
  }

  async #hand(): Promise<void> {
    const { only, count, until } = this.#options;
    const line = new KeptConnection(this.#options.target);
    for (;;) {
      const number = this.#next++;
      if (number >= (only === undefined ? count : 1) || Date.now() >= until || this.#refused >= REFUSED_MAX) break;
      try {
        await this.#move(only ?? number, line);
        this.#refused = 0;
      } catch (error) {
        this.#couldNot(only ?? number, error);
      }
    }
    line.close();
  }

  /** A refused connection may be the effect of a limit; any other error is thrown. */
  #couldNot(move: number, error: unknown): void {
    const { tally } = this.#options;
    const isRefusal = error instanceof Error && "code" in error && /^E/.test(String(error.code));
    if (!isRefusal) throw error;
    tally.count("connections", "connecting", String((error as Error & { code: unknown }).code));
    if (++this.#refused === REFUSED_MAX) {
      tally.violation({
        where: "the venue",
        kind: "connecting",
        finding: "it no longer accepts connections",
        move,
        detail: String(error),
      });
    }
  }

  async #move(number: number, line: KeptConnection): Promise<void> {
    const { seed, target, rows } = this.#options;
    if (number > 0 && number % NAMES_LAST === 0) this.#attackers = attackersAt(target);
    const attackers = await this.#attackers;
    const random = seededRandom(Math.imul(seed, 0x9e3779b1) + number);
    const dice = random();
    if (dice < 0.8 || rows !== undefined) {
      const among = rows ?? endpoints;
      const row = among[below(random, among.length)]!;
      return this.#send(number, line, hostileRequest(row, random, attackers));
    }
    if (dice < 0.83 && this.#recorded.length > 0) {
      const recorded = this.#recorded[below(random, this.#recorded.length)]!;
      return this.#send(number, line, { ...recorded, kind: "sent again" });
    }
    if (dice < 0.9) return this.#note(number, "streams", await streamMove(target, random, attackers.self));
    if (dice < 0.955) return this.#note(number, "connections", await socketMove(target, random, attackers.self));
    if (dice < 0.96) return this.#note(number, "previews", await predictionMove(target, random));
    if (dice < 0.97) return this.#note(number, "captured requests", await capturedMove(target, random));
    if (dice < 0.985) return this.#note(number, "from elsewhere", await elsewhereMove(target, random, attackers.self));
    const { kind, complaint } = await schemeMove({ ...attackers, target, random });
    return this.#note(number, "schemes", {
      kind,
      complaint,
      outcome: complaint === undefined ? "got nothing" : "got something",
      detail: "",
    });
  }

  async #send(number: number, line: KeptConnection, request: HostileRequest): Promise<void> {
    const { tally } = this.#options;
    const { row, kind, bytes, expects, isPreview } = request;
    const reply = await line.send(bytes);
    const where = `${row.method} ${row.path}`;
    tally.count(where, kind, classOf(reply));
    if (reply.kind === "answer" && reply.status === 200) this.#learn(request, reply.body);
    const complaint = complaintAbout(row, expects, reply, isPreview);
    if (complaint === undefined) return;
    const sent = bytes.subarray(0, 1_200).toString("latin1").replaceAll("\r\n", "\n  > ");
    const answer = reply.kind === "answer" ? `${reply.status} ${reply.body.slice(0, 600)}` : reply.kind;
    tally.violation({ where, kind, finding: complaint, move: number, detail: `> ${sent}\n  < ${answer}` });
  }

  #learn(request: HostileRequest, body: string): void {
    void this.#attackers.then(({ self }) => self.learn(body));
    if (request.row.method === "GET" || request.row.auth === "sandbox") return;
    this.#recorded.push(request);
    if (this.#recorded.length > RECORDED_MAX) this.#recorded.shift();
  }

  #note(number: number, where: string, { kind, outcome, complaint, detail, stalled }: SocketMove): void {
    const { tally } = this.#options;
    tally.count(where, kind, `${kind} → ${outcome}`);
    if (stalled !== undefined) this.#stalled.add(stalled.wire, kind, stalled.withinMs);
    if (complaint !== undefined) tally.violation({ where, kind, finding: complaint, move: number, detail });
  }
}

/** A connection that is used for as long as the venue keeps it open. */
class KeptConnection {
  readonly #target: Target;
  #wire: Wire | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** @throws {Error} when the venue accepts no connection */
  async send(bytes: Buffer): Promise<Reply> {
    const isUsed = this.#wire !== undefined && !this.#wire.isClosed;
    const reply = await this.#once(bytes);
    // A connection that was used before may have been closed while this request was on its way.
    return reply.kind === "closed" && isUsed ? this.#once(bytes) : reply;
  }

  close(): void {
    this.#wire?.close();
    this.#wire = undefined;
  }

  async #once(bytes: Buffer): Promise<Reply> {
    if (this.#wire === undefined || this.#wire.isClosed) this.#wire = await Wire.open(this.#target);
    const wire = this.#wire;
    wire.write(bytes);
    const reply = await wire.answer(bytes.subarray(0, 5).toString() === "HEAD ");
    // After a strange answer, what follows may still belong to the earlier request.
    if (reply.kind !== "answer" || reply.status !== 200) this.close();
    return reply;
  }
}

async function attackersAt(target: Target): Promise<Attackers> {
  const [self, other] = [await Identity.open(target), await Identity.open(target)];
  return { self, other };
}
