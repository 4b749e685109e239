// A venue without a disk, on which the past is played before it is journaled: the real engine, which applies each command
// at once, and a record of the commands it was given. Replaying those commands gives the same results.

import type { Done, Sequencer, Submitted, Unavailable, Unstamped } from "@evermark/core";
import { type Command, Engine, Fault, type Listener, rejectionWords, silent } from "@evermark/engine";

export class Rehearsal implements Sequencer {
  readonly engine = Engine.atBeginning();
  readonly commands: Command[] = [];
  /** The time of commands submitted without one; in venue milliseconds. */
  #now: number;
  readonly #listener: Listener;

  constructor(startsAt: number, listener: Listener = silent) {
    this.#now = startsAt;
    this.#listener = listener;
  }

  get appliedPosition(): number {
    return this.commands.length;
  }

  /** @throws {Fault} when the command is refused: the past consists of commands that were accepted */
  give(at: number, unstamped: Unstamped): void {
    const { rejection } = this.#apply(at, unstamped);
    if (rejection !== null)
      throw new Fault(`the past could not be played: ${rejectionWords(rejection)}`, { unstamped });
  }

  /** The same for a command that may be refused, such as a trader's. */
  try(at: number, unstamped: Unstamped): void {
    this.#apply(at, unstamped);
  }

  submit(command: Unstamped, done: Done): void {
    this.submitAt(this.#now, command, done);
  }

  submitAt(at: number, command: Unstamped, done: Done): void {
    done(this.#apply(at, command));
  }

  async send(command: Unstamped): Promise<Submitted | Unavailable> {
    return this.#apply(this.#now, command);
  }

  #apply(at: number, unstamped: Unstamped): Submitted {
    this.#now = Math.max(this.#now, at);
    const command = { ...unstamped, at: this.#now } as Command;
    const answer = this.engine.apply(command, this.#listener);
    this.commands.push(command);
    return { ...answer, position: this.commands.length, at: this.#now };
  }
}
