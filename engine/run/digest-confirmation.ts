// The command by which a journal carries the digest of the engine that applied the commands before it.

import type { ConfirmDigest } from "../language/commands/commands.ts";
import { handlers } from "../memory/handlers.ts";
import type { State } from "../memory/state.ts";

export const digestConfirmationHandlers = handlers({
  confirm_digest: confirmDigest,
});

/** @throws {Fault} when this engine's digest differs from that of the engine that wrote the command */
function confirmDigest(state: State, { digest }: ConfirmDigest): void {
  state.digest.confirm(digest, state.commandCount);
}
