// How the journal writes the commands of language/commands/notification-commands.ts.

import type { NotificationsCommand } from "../commands/notification-commands.ts";
import type { Layouts } from "./fields.ts";

export const NOTIFICATIONS_LAYOUTS: Layouts<NotificationsCommand> = {
  mark_notifications: {
    tag: 90,
    fields: [
      ["account", "i32"],
      ["notifications", { list: [["id", "f64"]] }],
      ["isRead", "bool"],
    ],
  },
};
