// The order in which requests and frames are handled when more arrive than can be handled at once. One turn of the event loop
// does a bounded amount of work, then the network is polled again. Waiting jobs are done round robin: one of each address,
// and within an address one of each connection. So a client that sends much waits behind itself, and hardly any other waits
// behind it. Clients that are known, by a valid signature, have a round of their own and every other turn: however large a
// crowd of unknown addresses is, it gets only half of the turns.
//
// Work that a job starts and that waits for nothing, such as writing its answer, counts as part of the job.
//
// The HTTP server below answers all requests that a connection has pipelined before it looks at the next connection, unless
// an answer is late: then it closes the connection when more arrives on it. So a pipeline is answered as far as one turn
// goes, and closed if it is deeper.

import { drainMicrotasks } from "bun:jsc";

/** Up to this many are done in the turn in which they arrive, as long as nothing waits; usually there are no more. */
const AT_ONCE = 16;
/** Further ones are done at once while the turn is younger than this. */
const TURN_MS = 0.5;
/** While only one address has any jobs, no other client waits behind it, and longer turns do more in the same time. */
const TURN_OF_ONE_MS = 2;
/** A turn is timed only from this many on: most turns have one or two, and then none of this costs them anything. */
const LOOKED_AT = 8;

type Job = () => void;

/** The waiting jobs of one connection, in order of arrival. */
interface ConnectionQueue {
  readonly jobs: Job[];
  /** Index of the first job that still waits. */
  next: number;
}

export class FairTurns {
  readonly #known = new WaitingRound();
  readonly #unknown = new WaitingRound();
  #wasKnown = false;
  #count = 0;
  #beganAt = 0;
  #isEndKnown = false;

  /** How many jobs wait. */
  get waiting(): number {
    return this.#known.waiting + this.#unknown.waiting;
  }

  /** Whether a job that has just arrived may be done at once; otherwise it is to be passed to `later`. */
  get hasRoom(): boolean {
    if (this.waiting > 0) return false;
    this.#count += 1;
    if (this.#count < LOOKED_AT) return true;
    if (!this.#isEndKnown) {
      this.#isEndKnown = true;
      this.#beganAt = performance.now();
      setImmediate(this.#nextTurn);
    }
    return this.#count <= AT_ONCE || performance.now() - this.#beganAt < TURN_MS;
  }

  /**
   * Queues a job. The jobs of one connection stay in order, as long as `isKnown` does not change.
   * @param address the client's; @param connection any value that identifies the connection; @param job never throws
   */
  later(address: string, connection: unknown, job: Job, isKnown = false): void {
    (isKnown ? this.#known : this.#unknown).add(address, connection, job);
    if (this.#isEndKnown) return;
    this.#isEndKnown = true;
    setImmediate(this.#nextTurn);
  }

  readonly #nextTurn = (): void => {
    this.#isEndKnown = false;
    this.#count = 0;
    if (this.waiting === 0) return;
    const isOfOne = this.#known.addresses + this.#unknown.addresses === 1;
    const end = performance.now() + (isOfOne ? TURN_OF_ONE_MS : TURN_MS);
    do {
      this.#wasKnown = this.#known.waiting > 0 && !(this.#wasKnown && this.#unknown.waiting > 0);
      (this.#wasKnown ? this.#known : this.#unknown).next()();
      drainMicrotasks();
    } while (this.waiting > 0 && performance.now() < end);
    if (this.waiting === 0 || this.#isEndKnown) return;
    this.#isEndKnown = true;
    setImmediate(this.#nextTurn);
  };
}

/** Waiting jobs, in round-robin order. */
class WaitingRound {
  readonly #lines = new Map<string, Map<unknown, ConnectionQueue>>();
  waiting = 0;

  get addresses(): number {
    return this.#lines.size;
  }

  add(address: string, connection: unknown, job: Job): void {
    let lines = this.#lines.get(address);
    if (lines === undefined) {
      lines = new Map();
      this.#lines.set(address, lines);
    }
    const line = lines.get(connection);
    if (line === undefined) lines.set(connection, { jobs: [job], next: 0 });
    else line.jobs.push(job);
    this.waiting += 1;
  }

  /** Takes the first job of the first connection of the first address; connection and address move to the end. */
  next(): Job {
    const [address, lines] = this.#lines.entries().next().value!;
    const [connection, line] = lines.entries().next().value!;
    const job = line.jobs[line.next++]!;
    this.#lines.delete(address);
    lines.delete(connection);
    if (line.next < line.jobs.length) lines.set(connection, shortened(line));
    if (lines.size > 0) this.#lines.set(address, lines);
    this.waiting -= 1;
    return job;
  }
}

/** Drops finished jobs, now and then. */
function shortened(line: ConnectionQueue): ConnectionQueue {
  if (line.next < 256) return line;
  return { jobs: line.jobs.slice(line.next), next: 0 };
}
