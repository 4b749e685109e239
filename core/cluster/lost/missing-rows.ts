// Restores rows that a failover has taken from the journal although nodes have applied them, so that they were
// acknowledged. The standby that was promoted may have lagged. So a claimant whose lease is on another timeline than the
// journal's last row asks the other nodes which of them have more, and appends those rows again before its barrier, under
// its own lease, as they were. When the lead only passes from node to node, nothing is asked.
//
// The last leader has applied all that was acknowledged. If no standby was required to have it and that node is not heard,
// an unknown amount may be missing. Then nothing new is appended, and the venue stands still until the node is heard or an
// operator accepts the loss.

import type { Bus, Inquiry, InquiryAnswer } from "../ports/bus.ts";
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
  /** Sends to other nodes only. */
  readonly send: Bus["send"];
  /** The rows that this node has applied lately. */
  readonly recent: RecentRows;
  readonly applied: () => Head;
  readonly leads: KnownLeads;
  /** Whether a failover from a timeline loses nothing that was acknowledged there, because a standby had to have it. */
  readonly losesNothing: (from: number) => boolean;
  /** Called when something can be done that could not before. */
  readonly onNews: () => void;
}

/** Why the venue stands still. */
export interface Doubt {
  /** The row after which something is missing, or may be. */
  readonly behind: Head;
  /** The node that would have to be heard, or that has more than it can give; "" when it is not known which. */
  readonly node: NodeId;
  /** The last row that the node has, if it is known to have more. */
  readonly has: Head | null;
}

/** The doubt as a text for an operator. */
export function shownDoubt({ behind, node, has }: Doubt): string {
  const from = `behind position ${behind.last} (batch ${behind.batch})`;
  const act = `evermark cluster accept-loss --at ${behind.last}`;
  if (has !== null)
    return `the database has lost what was acknowledged ${from}; node ${node} has up to ${has.last}, and can't give it back: ${act}`;
  const who = node === "" ? "a node that has led" : `node ${node}, which has led,`;
  return `another database server has taken over, and may lack what was acknowledged ${from}: ${who} is not heard; to go on without: ${act}`;
}

/**
 * What follows the journal's last row: the barrier, a row to give back, nothing yet ("wait"), or a doubt that stops the
 * venue.
 */
type Next = "barrier" | "wait" | BatchRow | Doubt;

export class MissingRows {
  readonly #parts: MissingRowsParts;
  readonly #standings = new Map<NodeId, InquiryAnswer>();
  /** Steady time at which all nodes were first asked; null before. */
  #askedAt: number | null = null;
  #askAgainAt = Number.POSITIVE_INFINITY;
  /** The row that is being fetched from one node. */
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

  /** Decides what follows the journal. @param last the journal's last row, as the server shows it */
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

  heard(standing: InquiryAnswer): void {
    const { term, clock, onNews } = this.#parts;
    if (!sameTerm(standing.term, term)) return;
    const { from, part } = standing;
    // Messages may be late: what a node has never becomes less.
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

  /** Whether the server is the one of the last row; or the venue is new, and has been on no other. */
  #isOrdinary(last: Head): boolean {
    const { term, applied } = this.#parts;
    return Math.max(1, last.term.timeline) === term.timeline && applied().batch <= last.batch;
  }

  /** Sends an inquiry, unless the last one is too recent. */
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
   * Finds who has more: of those with more rows, the node that followed the latest leader; this node itself, if it has as
   * much. Terms rise along a journal, so a node whose term is earlier than the last row's has a history that was given up.
   */
  #furthest(last: Head): Pick<InquiryAnswer, "from" | "head"> | null {
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

  /**
   * Fetches a row from one node, part by part. If the node stops giving parts, another may have as much: the term ends in
   * doubt, and the next claim asks all nodes again.
   */
  #fetch({ from, head }: Pick<InquiryAnswer, "from" | "head">, last: Head): Next {
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

  /**
   * A node that is not heard although it may have led last, and would then have all that was acknowledged; undefined if there
   * is none, or it does not matter.
   */
  #unheard(last: Head): NodeId | undefined {
    const { term, losesNothing, leads } = this.#parts;
    if (losesNothing(last.term.timeline)) return undefined;
    const led = [leads.latest, ...[...this.#standings.values()].map((standing) => standing.led)];
    const latest = led.reduce((before, each) => (isLater(each, before) ? each : before), last.term);
    const suspects = [latest.node, ...leads.holdersSince(last.term.epoch)];
    // The lease was held before, but no row of its holder is there.
    if (suspects.every((node) => node === "")) return leads.wasHeld ? "" : undefined;
    return suspects.find((node) => node !== "" && node !== term.node && !this.#standings.has(node));
  }
}
