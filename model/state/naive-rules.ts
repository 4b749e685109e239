// What the model does with each command. Each of its files puts its rules into a table under the commands' types.

import type { Command } from "@evermark/engine";
import type { Outcome } from "./command-outcomes.ts";
import type { NaiveState } from "./naive-state.ts";
import type { NaiveReports } from "./reports.ts";

/** Plain and slow: what the rules say the command does. */
export type NaiveRule<Of extends Command> = (state: NaiveState, command: Of, reports: NaiveReports) => Outcome;

/** One for each command. */
export type NaiveRules = { readonly [Type in Command["type"]]: NaiveRule<Extract<Command, { type: Type }>> };

/** Some of them, by the type of their command. */
export function naiveRules<const Of extends Partial<NaiveRules>>(of: Of): Of {
  return of;
}
