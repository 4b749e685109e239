// A journal's records about itself: the behaviour that its commands were given under, and digests of the events they caused.

import { small, text } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const VERSION_COMMANDS = commands({
  set_behaviour: {
    tag: 70,
    does: "Sets the behaviour under which the following commands are carried out; sent first in a journal, and at each upgrade.",
    from: ["venue"],
    refusals: [],
    fields: { version: small("version") },
  },
  confirm_digest: {
    tag: 71,
    does: "Confirms the digest of the engine's output up to the previous confirmation.",
    from: ["venue"],
    refusals: [],
    fields: { digest: text("16 lower-case hexadecimal digits.") },
  },
});

type Of = typeof VERSION_COMMANDS;
export type SetBehaviour = CommandOf<Of, "set_behaviour">;
export type ConfirmDigest = CommandOf<Of, "confirm_digest">;
