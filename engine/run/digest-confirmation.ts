// A command of the journal says what digest the engine had that applied the commands before it.

import type { ConfirmDigest } from "../language/commands/commands.ts";
import { handlers } from "../memory/handlers.ts";
import type { State } from "../memory/state.ts";

export const digestConfirmationHandlers = handlers({
  confirm_digest: confirmDigest,
});

/** @throws {Fault} when the engine has said something else than the one that wrote the command */
function confirmDigest(state: State, { digest }: ConfirmDigest): void {
  state.digest.confirm(digest, state.commandCount);
}
