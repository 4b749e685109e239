// The type of the model's rules: each of its files puts its rules into a table under the commands' types.

import type { Command } from "@evermark/engine";
import type { Outcome } from "./command-outcomes.ts";
import type { NaiveState } from "./naive-state.ts";
import type { NaiveReports } from "./reports.ts";

/** What the rules say a command does, plain and slow. */
export type NaiveRule<Of extends Command> = (state: NaiveState, command: Of, reports: NaiveReports) => Outcome;

/** One rule for each command. */
export type NaiveRules = { readonly [Type in Command["type"]]: NaiveRule<Extract<Command, { type: Type }>> };

/** A table of some rules, by the type of their command. */
export function naiveRules<const Of extends Partial<NaiveRules>>(of: Of): Of {
  return of;
}
