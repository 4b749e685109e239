// The key by which tables hash the ids and texts that clients choose. Rules, Appendix D.

import { text } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const HASH_KEY_COMMANDS = commands({
  set_hash_key: {
    tag: 63,
    does:
      "Gives the tables that are keyed by what clients choose the key that they are hashed by. Drawn by the program that " +
      "starts a venue, when its journal has none, and kept in the journal, so that a replay works as it did. A secret: a " +
      "client that knows it can choose ids that make all others wait. No result depends on it.",
    from: ["venue"],
    refusals: ["invalid_parameter", "refused"],
    fields: { key: text("32 lower-case hexadecimal digits, not all 0.", { least: 32, most: 32 }) },
  },
});

export type SetHashKey = CommandOf<typeof HASH_KEY_COMMANDS, "set_hash_key">;
