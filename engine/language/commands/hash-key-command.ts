// The key by which tables hash the ids and texts that clients choose. Rules, Appendix D.

import { text } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const HASH_KEY_COMMANDS = commands({
  set_hash_key: {
    tag: 63,
    does:
      "Sets the hash key of the tables whose keys are chosen by clients. The program that starts a venue draws it at random if " +
      "the journal has none; it is kept in the journal so that a replay works in the same way. It is secret: a client that " +
      "knows it could choose ids that slow the venue down for all others. No result depends on it.",
    from: ["venue"],
    refusals: ["invalid_parameter", "refused"],
    fields: { key: text("32 lower-case hexadecimal digits, not all 0.", { least: 32, most: 32 }) },
  },
});

export type SetHashKey = CommandOf<typeof HASH_KEY_COMMANDS, "set_hash_key">;
