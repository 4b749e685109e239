// What a failover has taken from the journal that nodes have applied, so that it was acknowledged. The standby that was promoted may
// have lagged: a claimant that has its lease there, on another timeline than that of the journal's last row, asks the others who is
// further, and appends those rows again before its barrier, under its own lease, as they were. An ordinary failover of nodes asks nothing.
//
// Who led last has applied all that was acknowledged. Where no standby had to have it and that node is not heard, more may be missing
// than can be known: then nothing new is appended, and the venue stands still until it is heard or an operator goes on without.

import type { Bus, Inquiry, Standing } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import { type BatchRow, type Head, sameHead, standsBehind } from "../records/batch-row.ts";
import { JoinedParts } from "../records/row-part.ts";
import { isLater, type NodeId, sameTerm, type Term } from "../records/term.ts";
import { ASK_AGAIN_MS, ASK_FOR_MS } from "../timing.ts";
import type { KnownLeads } from "./known-leads.ts";
import type { RecentRows } from "./recent-rows.ts";

interface MissingRowsParts {
  readonly term: Term;
  readonly clock: ClusterClock;
  /** To others alone. */
  readonly send: Bus["send"];
  /** What this node has applied itself. */
  readonly recent: RecentRows;
  readonly applied: () => Head;
  readonly leads: KnownLeads;
  /** Whether a failover from a timeline loses nothing that was acknowledged there: a standby had to have it. */
  readonly losesNothing: (from: number) => boolean;
  /** Something can be done that could not before. */
  readonly onNews: () => void;
}

/** Why the venue stands still. */
export interface Doubt {
  /** Behind which something may be missing, or is. */
  readonly behind: Head;
  /** Which would have to be heard, or has more than it can give; "" when that is not known either. */
  readonly node: NodeId;
  /** What that node has, where it is known to have more. */
  readonly has: Head | null;
}

/** For an operator. */
export function shownDoubt({ behind, node, has }: Doubt): string {
  const from = `behind position ${behind.last} (batch ${behind.batch})`;
  const act = `evermark cluster accept-loss --at ${behind.last}`;
  if (has !== null)
    return `the database has lost what was acknowledged ${from}; node ${node} has up to ${has.last}, and can't give it back: ${act}`;
  const who = node === "" ? "a node that has led" : `node ${node}, which has led,`;
  return `another database server has taken over, and may lack what was acknowledged ${from}: ${who} is not heard; to go on without: ${act}`;
}

/** What comes behind the journal's last row: the barrier, this row, nothing as long as that is not known, or as long as it stands. */
type Next = "barrier" | "wait" | BatchRow | Doubt;

export class MissingRows {
  readonly #parts: MissingRowsParts;
  readonly #standings = new Map<NodeId, Standing>();
  /** Steady time when all were asked; null before. */
  #askedAt: number | null = null;
  #askAgainAt = Number.POSITIVE_INFINITY;
  /** The row that is fetched from one node, and behind which. */
  #fetched: {
    readonly from: NodeId;
    readonly behind: Head;
    /** Steady time of the last part. */
    since: number;
    readonly joined: JoinedParts;
  } | null = null;
  #whole: BatchRow | null = null;

  constructor(parts: MissingRowsParts) {
    this.#parts = parts;
  }

  get wakeAt(): number {
    return this.#askAgainAt;
  }

  /** @param last the journal's last row, as the server shows it */
  next(last: Head): Next {
    if (this.#isOrdinary(last)) return "barrier";
    const now = this.#parts.clock.steady();
    this.#askedAt ??= now;
    if (now < this.#askedAt + ASK_FOR_MS) return this.#ask("others", last, 0);
    const further = this.#furthest(last);
    const unheard = this.#unheard(last);
    if (further === null) return unheard === undefined ? "barrier" : { behind: last, node: unheard, has: null };
    return further.from === this.#parts.term.node ? this.#own(last) : this.#fetch(further, last);
  }

  wake(): void {
    if (this.#parts.clock.steady() < this.#askAgainAt) return;
    this.#askAgainAt = Number.POSITIVE_INFINITY;
    this.#parts.onNews();
  }

  heard(standing: Standing): void {
    const { term, clock, onNews } = this.#parts;
    if (!sameTerm(standing.term, term)) return;
    const { from, part } = standing;
    // Messages are late: what a node has does not grow less.
    if ((this.#standings.get(from)?.head.batch ?? 0) <= standing.head.batch) this.#standings.set(from, standing);
    const fetched = this.#fetched;
    if (fetched === null || fetched.from !== from) return;
    if (part === null || part.row.batch !== fetched.behind.batch + 1) return;
    const before = fetched.joined.length;
    this.#whole ??= fetched.joined.add(part);
    if (fetched.joined.length === before) return;
    fetched.since = clock.steady();
    this.#askAgainAt = fetched.since;
    onNews();
  }

  /** The server is that of the last row; or the venue is new, and has been on no other. */
  #isOrdinary(last: Head): boolean {
    const { term, applied } = this.#parts;
    return Math.max(1, last.term.timeline) === term.timeline && applied().batch <= last.batch;
  }

  /** Not again before its time. */
  #ask(to: NodeId | "others", behind: Head, offset: number): "wait" {
    const { clock, send, term } = this.#parts;
    const now = clock.steady();
    if (this.#askAgainAt > now && this.#askAgainAt !== Number.POSITIVE_INFINITY) return "wait";
    const inquiry: Inquiry = { type: "inquiry", term, behind, offset };
    this.#askAgainAt = now + ASK_AGAIN_MS;
    send(to, inquiry);
    return "wait";
  }

  /**
   * Of those that are further the one that followed the latest leader; this node itself, where it has as much. Terms rise along a journal:
   * one of an earlier term than the last row has a history that was given up.
   */
  #furthest(last: Head): Pick<Standing, "from" | "head"> | null {
    const { term, applied } = this.#parts;
    const all = [{ from: term.node, head: applied() }, ...this.#standings.values()];
    const further = all.filter(({ head }) => head.batch > last.batch && !isLater(last.term, head.term));
    return further.reduce<(typeof all)[number] | null>((best, each) => {
      if (best === null || isLater(each.head.term, best.head.term)) return each;
      return sameTerm(each.head.term, best.head.term) && each.head.batch > best.head.batch ? each : best;
    }, null);
  }

  #own(last: Head): BatchRow | Doubt {
    const { recent, term, applied } = this.#parts;
    return recent.behind(last) ?? { behind: last, node: term.node, has: applied() };
  }

  /** From one node, part by part. Of one that gives nothing any more it is not known whether another has as much: all are asked anew. */
  #fetch({ from, head }: Pick<Standing, "from" | "head">, last: Head): Next {
    const now = this.#parts.clock.steady();
    if (this.#fetched === null || this.#fetched.from !== from || !sameHead(this.#fetched.behind, last)) {
      this.#fetched = { from, behind: last, since: now, joined: new JoinedParts() };
      this.#whole = null;
      this.#askAgainAt = now;
    }
    const whole = this.#whole;
    if (whole !== null) return standsBehind(whole, last) ? whole : { behind: last, node: from, has: head };
    if (now < this.#fetched.since + ASK_FOR_MS) return this.#ask(from, last, this.#fetched.joined.length);
    return { behind: last, node: from, has: head };
  }

  /** Of those who may have led last, and then have all that was acknowledged, one that is not heard, if it matters. */
  #unheard(last: Head): NodeId | undefined {
    const { term, losesNothing, leads } = this.#parts;
    if (losesNothing(last.term.timeline)) return undefined;
    const led = [leads.latest, ...[...this.#standings.values()].map((standing) => standing.led)];
    const latest = led.reduce((before, each) => (isLater(each, before) ? each : before), last.term);
    const suspects = [latest.node, ...leads.holdersSince(last.term.epoch)];
    // The lease was held before, and of its holder nothing is there.
    if (suspects.every((node) => node === "")) return leads.wasHeld ? "" : undefined;
    return suspects.find((node) => node !== "" && node !== term.node && !this.#standings.has(node));
  }
}
