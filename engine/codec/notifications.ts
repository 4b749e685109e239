// How the journal writes the commands of commands/notifications.ts.

import type { NotificationsCommand } from "../commands/notifications.ts";
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
