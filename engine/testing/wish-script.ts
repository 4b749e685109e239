// What turns the wishes of a history into commands that make sense at that moment: it keeps the time and what it said.

import type { NaiveExchange } from "@evermark/model/exchange.ts";
import { millis } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { START } from "./setup.ts";

export abstract class WishScript<Wish> {
  readonly commands: Command[] = [];
  protected now: number = START;

  /** @param exchange the model, which has applied all commands so far */
  constructor(protected readonly exchange: NaiveExchange) {}

  /** The commands of one wish, which have to be applied one after the other. */
  next(wish: Wish): Command[] {
    const resolved = this.resolve(wish);
    for (const command of resolved) {
      if (command.type === "tick" || command.type === "start_session") this.now = command.at;
      else command.at = millis(this.now);
      this.commands.push(command);
    }
    return resolved;
  }

  protected abstract resolve(wish: Wish): Command[];
}

/** The next whole second. */
export function secondAfter(now: number): number {
  return (Math.floor(now / 1_000) + 1) * 1_000;
}
