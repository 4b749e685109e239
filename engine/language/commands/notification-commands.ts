// What an account's owner says of notifications. The engine keeps none of them: it says which are read, in its place among
// everything else that is said of the account.

import { account, flag, id, list } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

export const NOTIFICATION_COMMANDS = commands({
  mark_notifications: {
    tag: 90,
    does: "Marks notifications of an account as read or unread.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: {
      account: account(),
      notifications: list(
        { id: id<number>() },
        "Those that are not the account's, or no longer kept, stay out of it. Empty: all that the account has by now.",
      ),
      isRead: flag(),
    },
  },
});

export type MarkNotifications = CommandOf<typeof NOTIFICATION_COMMANDS, "mark_notifications">;
