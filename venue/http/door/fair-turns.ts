// In which order requests and frames are carried out when more come than can be carried out at once: a turn of the event
// loop does a bounded amount of work, then the network is looked at again, and what waits goes round: one of each address,
// and of the connections of an address one of each. So a client that sends much waits behind itself, and hardly any other
// behind it. Those that are known, by a signature that was right, go round by themselves and have every other turn: a crowd
// of unknown addresses is one of two to them, however large it is.
//
// What a job sets going without waiting for anything, such as the writing of its answer, counts as the job.
//
// The HTTP server below us answers all requests that a connection has sent ahead before it looks at another one, unless an
// answer is late: then it closes the connection when more comes over it. So a pipeline is answered as far as a turn goes,
// and closed if it is deeper.

import { drainMicrotasks } from "bun:jsc";

/** So many are always done in the turn in which they come, as long as nothing waits: usually that is all there are. */
const AT_ONCE = 16;
/** And as many more as begin within so long. */
const TURN_MS = 0.5;
/** While only one address has anything to do, no other waits behind it, and longer turns do more in the same time. */
const TURN_OF_ONE_MS = 2;
/** A turn is looked at only if it has as many: most have one or two, and nothing of this costs them anything. */
const LOOKED_AT = 8;

type Job = () => void;

/** What waits of one connection, first come first. */
interface Line {
  readonly jobs: Job[];
  /** Where in them the first one is that still waits. */
  next: number;
}

export class FairTurns {
  readonly #known = new Round();
  readonly #unknown = new Round();
  #wasKnown = false;
  #count = 0;
  #beganAt = 0;
  #isEndKnown = false;

  /** How many wait. */
  get waiting(): number {
    return this.#known.waiting + this.#unknown.waiting;
  }

  /** Whether what has come now may be done at once. What may not is to be done `later`. */
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
   * Does something when it is its turn; what one connection has asked for stays in order, as long as it is known or is not.
   * @param address whom the connection belongs to; @param connection any value that is its own; @param job never throws
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

/** What waits, in the order in which it goes round. */
class Round {
  readonly #lines = new Map<string, Map<unknown, Line>>();
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

  /** The first job of the first connection of the first address; all three go behind the others. */
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

/** Lets go of what is done, now and then. */
function shortened(line: Line): Line {
  if (line.next < 256) return line;
  return { jobs: line.jobs.slice(line.next), next: 0 };
}
