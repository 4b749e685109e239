// Compares what every caller saw with the journal, when a round is over. It shares only the codec with the nodes: it
// reads PostgreSQL's rows, carries them out on an engine of its own, and judges by the invariants C1 to C10, C15 to
// C17.

import { isUnavailable } from "@evermark/core";
import { type BatchRow, type NodeId, type Origin, readRow, type Term } from "@evermark/core/cluster/index.ts";
import { type Command, decodeCommand, type Engine, silent } from "@evermark/engine";
import { sameHash } from "@evermark/journal/checksums.ts";
import type { CallerAnswer, Observations, SubmittedCommand } from "./observations.ts";
import { OPENING, openedEngine } from "./opened-engine.ts";

interface JournalEntry {
  readonly position: number;
  readonly orderId: number;
  readonly isRefused: boolean;
  readonly isReplayed: boolean;
  readonly untilDisconnect: boolean;
  readonly term: string;
}

interface Verdict {
  /** Each begins with the name of the violated invariant. */
  readonly violations: readonly string[];
  readonly stateHash: () => string;
}

/** @param requestsMax the limit on an account's requests in a term */
export function judge(
  rows: readonly BatchRow[],
  observations: Observations,
  requestsMax = Number.POSITIVE_INFINITY,
): Verdict {
  const { commands, reads, applied, wrong } = observations;
  const violations: string[] = [...wrong];
  const report = (claim: string, text: string) => violations.push(`${claim} ${text}`);
  const engine = openedEngine();
  const byTag = new Map<string, JournalEntry[]>();
  const connectionOrders = new ConnectionOrders(observations, report);
  try {
    readJournal(rows, engine, { byTag, connectionOrders }, report);
    judgeBehaviour(rows, observations.isWanted, report);
  } catch (fault) {
    report("C1", `the journal can't be replayed: ${fault instanceof Error ? fault.message : fault}`);
  }
  for (const command of commands) judgeCommand(command, byTag.get(command.tag) ?? [], observations, report);
  judgeRepeats(commands, byTag, report);
  judgeRequests(commands, { byTag, requestsMax }, report);
  for (const { lastAnswered, servedAt: saw, node } of reads) {
    if (saw !== -1 && saw < lastAnswered)
      report("C10", `a read on ${node} saw only position ${saw}, after position ${lastAnswered} had been answered`);
  }
  for (const [batch, { node, row, ms }] of applied) {
    if (observations.accepted.some(({ behind, ms: acceptedAt }) => behind.batch < batch && ms < acceptedAt)) continue;
    if (!sameHash(rows[batch - 1]?.hash ?? new Uint8Array(32), row.hash))
      report("C7", `${node} applied batch ${batch}, which is no longer in the journal`);
  }
  for (const { node, batch } of observations.unnoticed) {
    const isListed = observations.listed.some((loss) => loss.node === node && loss.from <= batch);
    if (!isListed && !observations.ended.has(node))
      report("C3", `${node} applied batch ${batch}, which was given up, and did not report it`);
  }
  return { violations, stateHash: () => engine.stateHash() };
}

type Report = (claim: string, text: string) => void;

/** Collects what the journal has under each tag, and checks C1, C2, C6 and C9 on the way. */
function readJournal(
  rows: readonly BatchRow[],
  engine: Engine,
  {
    byTag,
    connectionOrders,
  }: { readonly byTag: Map<string, JournalEntry[]>; readonly connectionOrders: ConnectionOrders },
  report: Report,
): void {
  const numbers = new Map<string, number>();
  const terms = new Set<string>();
  let before = OPENING;
  for (const row of rows.slice(1)) {
    const follows =
      row.batch === before.batch + 1 && row.first === before.last + 1 && sameHash(row.before, before.hash);
    if (!follows) report("C1", `batch ${row.batch} does not follow batch ${before.batch}`);
    if (row.at < before.at || row.term.epoch < before.term.epoch)
      report("C1", `the time or epoch of batch ${row.batch} is lower than that of the batch before it`);
    const term = termName(row.term);
    const isFirst = term !== termName(before.term);
    if (isFirst && terms.has(term)) report("C9", `batch ${row.batch} is of term ${term}, after another term has begun`);
    terms.add(term);
    for (const [i, { position, payload, origin, at }] of readRow(row).entries()) {
      const command = decodeCommand(payload);
      if (isFirst && i === 0 && command.type !== "start_session") report("C9", `term ${term} begins without a barrier`);
      if (at > row.at) report("C1", `position ${position} is later than its batch`);
      const answer = engine.apply(command, silent);
      connectionOrders.passed(row.batch, origin, { command, orderId: answer.orderId });
      if (origin === null) continue;
      if (origin.number <= (numbers.get(origin.node) ?? 0))
        report(
          "C2",
          `command ${origin.number} of node ${origin.node} at position ${position} does not have a higher number than the one before`,
        );
      numbers.set(origin.node, origin.number);
      if (origin.deadline < row.at) report("C6", `position ${position} is ${row.at - origin.deadline} ms late`);
      const tag = tagOf(command);
      const entry = {
        position,
        orderId: answer.orderId,
        isRefused: answer.rejection !== null,
        isReplayed: answer.replayed,
        untilDisconnect: origin.untilDisconnect,
        term,
      };
      byTag.set(tag, [...(byTag.get(tag) ?? []), entry]);
    }
    before = row;
  }
}

/** The behaviour is raised once if the operator requested it, and otherwise not. */
function judgeBehaviour(rows: readonly BatchRow[], isWanted: boolean, report: Report): void {
  const commands = rows.slice(1).flatMap((row) => readRow(row).map(({ payload }) => decodeCommand(payload)));
  const raised = commands.filter(({ type }) => type === "set_behaviour");
  if (raised.length > (isWanted ? 1 : 0)) report("C17", `the behaviour is raised ${raised.length} times`);
}

/** A placement: the node whose connection it is tied to, and when it was given to that node. */
interface Placed {
  readonly node: NodeId;
  readonly ms: number;
}

/**
 * Orders that are tied to a connection. A leader cancels one only when its node has ended, or has ended its connections
 * since the order was placed; a paused node ends them when it resumes.
 */
class ConnectionOrders {
  readonly #observations: Observations;
  readonly #report: Report;
  /** By order number: its placements, including repeated ones. */
  readonly #placed = new Map<number, Placed[]>();
  readonly #submittedAt: ReadonlyMap<string, number>;

  constructor(observations: Observations, report: Report) {
    this.#observations = observations;
    this.#report = report;
    this.#submittedAt = new Map(observations.commands.map(({ tag, ms }) => [tag, ms]));
  }

  passed(batch: number, origin: Origin | null, { command, orderId }: { command: Command; orderId: number }): void {
    if (origin?.untilDisconnect) {
      const ms = this.#submittedAt.get(tagOf(command)) ?? 0;
      this.#placed.set(orderId, [...(this.#placed.get(orderId) ?? []), { node: origin.node, ms }]);
    }
    if (origin !== null || command.type !== "cancel_order") return;
    // The cancel may be refused because the order has ended meanwhile, and then its answer has no order number.
    if (!this.#placed.get(command.orderId)?.some((order) => this.#isOver(order, batch)))
      this.#report("C15", `a leader cancels order ${command.orderId}, whose connection has not ended`);
  }

  #isOver(order: Placed, batch: number): boolean {
    const { applied, cutOffs, ended } = this.#observations;
    const { ms, paused } = applied.get(batch) ?? { ms: Number.POSITIVE_INFINITY, paused: [] as NodeId[] };
    const until = paused.includes(order.node) ? Number.POSITIVE_INFINITY : ms;
    const isCutOff = cutOffs.some(
      (cutOff) => cutOff.node === order.node && cutOff.ms >= order.ms && cutOff.ms <= until,
    );
    const hasEnded = (ended.get(order.node) ?? Number.POSITIVE_INFINITY) <= until;
    return isCutOff || hasEnded;
  }
}

/** The name of a caller's command in the journal. */
function tagOf(command: Command): string {
  if (command.type === "place_order") return command.tag;
  return command.type === "cancel_order" ? command.clientOrderId : "";
}

function judgeCommand(
  { tag, node, answers, untilDisconnect, ms }: SubmittedCommand,
  entries: readonly JournalEntry[],
  { accepted }: Observations,
  report: Report,
): void {
  if (entries.length > 1) report("C2", `${tag} is in the journal ${entries.length} times`);
  if (entries.some((entry) => entry.untilDisconnect !== untilDisconnect))
    report("C15", `${tag} lost or gained the mark of an order that ends with its connection`);
  if (answers.length > 1) report("C5", `${tag} was answered ${answers.length} times by ${node}`);
  for (const answer of answers) {
    if (isUnavailable(answer)) {
      if (answer.isUncertain !== true && entries.length > 0)
        report("C4", `${tag} is in the journal, but was answered as not happened: ${answer.unavailable}`);
      continue;
    }
    const entry = entries.find(({ position }) => position === answer.position);
    const isAccepted = accepted.some(({ behind, ms: acceptedAt }) => behind.last < answer.position && ms < acceptedAt);
    if (entry === undefined && isAccepted) continue;
    if (entry === undefined) report("C3", `${tag} is not at position ${answer.position}`);
    else if (entry.orderId !== answer.orderId || entry.isRefused !== (answer.rejection !== null)) {
      report("C3", `the answer to ${tag} differs from its outcome in the journal`);
    }
  }
}

/** A `client_order_id` makes one order, however often and wherever it is repeated. */
function judgeRepeats(
  commands: readonly SubmittedCommand[],
  byTag: ReadonlyMap<string, readonly JournalEntry[]>,
  report: Report,
): void {
  const ordersByName = new Map<string, number>();
  for (const { tag, account, clientOrderId } of commands) {
    if (clientOrderId === "") continue;
    const name = `${account} ${clientOrderId}`;
    const orders = (byTag.get(tag) ?? []).filter(({ isRefused, isReplayed }) => !isRefused && !isReplayed).length;
    ordersByName.set(name, (ordersByName.get(name) ?? 0) + orders);
  }
  for (const [name, orders] of ordersByName) if (orders > 1) report("C3", `${name} made ${orders} orders`);
}

interface Counting {
  readonly byTag: ReadonlyMap<string, readonly JournalEntry[]>;
  readonly requestsMax: number;
}

/**
 * In a term, a leader takes at most `requestsMax` requests of an account from all nodes together, each with all of its
 * commands or with none (C16).
 */
function judgeRequests(commands: readonly SubmittedCommand[], { byTag, requestsMax }: Counting, report: Report): void {
  const requestsByWindow = new Map<string, number>();
  for (const { tag, account, request } of commands) {
    const entries = byTag.get(tag) ?? [];
    for (const { term } of request === tag ? entries : []) {
      const window = `${account} in term ${term}`;
      requestsByWindow.set(window, (requestsByWindow.get(window) ?? 0) + 1);
    }
  }
  for (const [window, requests] of requestsByWindow)
    if (requests > requestsMax)
      report("C16", `${requests} requests of account ${window}, at most ${requestsMax} are allowed`);
  const overLimit = commands.filter(({ answers }) => answers.some(isOverLimit)).map(({ request }) => request);
  for (const { tag, request } of commands)
    if (overLimit.includes(request) && byTag.has(tag))
      report("C16", `${tag} is in the journal, although its request was over the limit`);
}

function isOverLimit(answer: CallerAnswer): boolean {
  return isUnavailable(answer) && answer.retryAfterMs !== undefined;
}

export function termName({ timeline, epoch, node }: Term): string {
  return `${timeline} ${epoch} ${node}`;
}
