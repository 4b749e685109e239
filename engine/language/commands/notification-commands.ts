// An account owner's marks on notifications. The engine stores no notifications: it emits an event that says which ones are
// read, in order with the account's other events.

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
        "Notifications that are not the account's, or are no longer kept, are ignored. Empty: all that the account has at that time.",
      ),
      isRead: flag(),
    },
  },
});

export type MarkNotifications = CommandOf<typeof NOTIFICATION_COMMANDS, "mark_notifications">;
