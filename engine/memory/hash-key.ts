// The command that sets the key by which tables hash what clients choose. The key is drawn once for a venue: at its genesis
// or, when its journal is older than such keys, at the next start; until then it is 0. Rules, Appendix D.

import { isKey } from "../base/storage/keyed-hash.ts";
import type { SetHashKey } from "../language/commands/commands.ts";
import { rejection } from "../language/rejections.ts";
import type { Answer } from "../language/views/views.ts";
import { handlers } from "./handlers.ts";
import type { State } from "./state.ts";

export const hashKeyHandlers = handlers({
  set_hash_key: setHashKey,
});

function setHashKey(state: State, command: SetHashKey, answer: Answer): void {
  if (!isKey(command.key)) {
    // The value is left out: it may be one digit away from a secret.
    answer.rejection = rejection("invalid_parameter", { field: "key" });
    return;
  }
  if (state.hash.isKeyed) {
    answer.rejection = rejection("refused", {}, "the venue has its key already");
    return;
  }
  state.setHashKey(command.key);
}
