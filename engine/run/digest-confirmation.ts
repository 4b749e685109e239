// A command of the journal says what digest the engine had that applied the commands before it.

import type { ConfirmDigest } from "../language/commands/commands.ts";
import type { State } from "../memory/state.ts";

/** @throws {Fault} when the engine has said something else than the one that wrote the command */
export function confirmDigest(state: State, { digest }: ConfirmDigest): void {
  state.digest.confirm(digest, state.commandCount);
}
