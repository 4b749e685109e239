// What an account's owner says of notifications. The engine keeps none of them: it says which are read, in its place among
// everything else that is said of the account.

import type { Millis } from "../../base/units.ts";

/** Marks notifications of an account as read or unread. */
export interface MarkNotifications {
  readonly type: "mark_notifications";
  at: Millis;
  readonly account: number;
  /** Those that are not the account's, or no longer kept, stay out of it. Empty: all that the account has by now. */
  readonly notifications: readonly { readonly id: number }[];
  readonly isRead: boolean;
}

export type NotificationsCommand = MarkNotifications;
