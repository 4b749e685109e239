// What a journal says of itself: which behaviour its commands were given under, and what they did then.

import { small, text } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const VERSION_COMMANDS = commands({
  set_behaviour: {
    tag: 70,
    does: "From here on commands are given under this behaviour; the first command of a journal says so, and each upgrade.",
    from: ["venue"],
    refusals: [],
    fields: { version: small("version") },
  },
  confirm_digest: {
    tag: 71,
    does: "What the engine had said up to the confirmation before this one.",
    from: ["venue"],
    refusals: [],
    fields: { digest: text("16 lower-case hexadecimal digits.") },
  },
});

type Of = typeof VERSION_COMMANDS;
export type SetBehaviour = CommandOf<Of, "set_behaviour">;
export type ConfirmDigest = CommandOf<Of, "confirm_digest">;
