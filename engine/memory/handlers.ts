// The types of the functions that carry out commands. Each rule puts its handlers into a table, by the type of their command.

import type { Command } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import type { State } from "./state.ts";

/** Makes all checks first, then all changes: a refusal is written to `answer`, and changes nothing. */
export type Handler<Of extends Command> = (state: State, command: Of, answer: Answer, out: Listener) => void;

/** One handler for each command. */
export type Handlers = { readonly [Type in Command["type"]]: Handler<Extract<Command, { type: Type }>> };

/** Declares the handlers of a rule, by the type of their command. */
export function handlers<const Of extends Partial<Handlers>>(of: Of): Of {
  return of;
}
