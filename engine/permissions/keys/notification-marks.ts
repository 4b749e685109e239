// Marks on notifications pass through the engine and leave no state in it: a program that replays the journal finds them in
// their place among the account's events. Interface 4.10.

import type { MarkNotifications } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../known-account.ts";

export const notificationMarkHandlers = handlers({
  mark_notifications: markNotifications,
});

function markNotifications(state: State, command: MarkNotifications, answer: Answer, out: Listener): void {
  const { account, notifications, isRead } = command;
  if (refusesAccount(state, account, answer)) return;
  out.account({
    type: "notifications_marked",
    account,
    ids: notifications.map(({ id }) => id),
    isRead,
    at: state.now,
  });
}
