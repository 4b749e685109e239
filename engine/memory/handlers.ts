// What carries commands out. Each rule puts its handlers into a table under the commands' types.

import type { Command } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import type { State } from "./state.ts";

/** All checks first, then all changes: a refusal goes into `answer`, and changes nothing. */
export type Handler<Of extends Command> = (state: State, command: Of, answer: Answer, out: Listener) => void;

/** One for each command. */
export type Handlers = { readonly [Type in Command["type"]]: Handler<Extract<Command, { type: Type }>> };

/** The handlers of a rule, by the type of their command. */
export function handlers<const Of extends Partial<Handlers>>(of: Of): Of {
  return of;
}
