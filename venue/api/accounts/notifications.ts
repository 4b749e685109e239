// Answers about the inbox. Marking is a command, so that a replay of the journal repeats it at the same place. Interface 4.10.

import { notifications } from "@evermark/interface/accounts/notifications.ts";
import { listed, pageOf } from "../../http/envelope/list.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import { presentNotification } from "../../notifications/present-notification.ts";
import { invalid } from "../../wire/api-error.ts";

const getNotifications = bind(notifications.getNotifications, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const asked = { account: caller.account, type: query.type, ...page };
  const found = await venue.history.notifications(asked, venue.sequencer.appliedPosition);
  const { accountId } = venue.engine.account(caller.account);
  const rows = found.rows.map(({ isRead, ...notice }) => ({
    ...presentNotification(venue.engine, notice, isRead),
    application_id: accountId,
    email: null,
    operator: 0,
  }));
  return listed({ rows, total: found.total }, page);
});

const getUnread = bind(notifications.getUnread, async ({ venue, caller }) => {
  const unread = await venue.history.unreadNotifications(caller.account, venue.sequencer.appliedPosition);
  return { count: unread.count, last_id: unread.lastId };
});

const markRead = bind(notifications.markRead, async (context) => {
  const { query, body } = context;
  const flag = given("flag", query.flag ?? body.flag);
  const ids = given("ids", query.ids ?? body.ids);
  await mark(context, context.caller.account, flag, ids);
  return undefined;
});

const markAllRead = bind(notifications.markAllRead, async (context) => {
  const { query, body } = context;
  await mark(context, context.caller.account, given("flag", query.flag ?? body.flag), []);
  return undefined;
});

async function mark(context: Submitting, account: number, flag: number, ids: readonly number[]): Promise<void> {
  const named = [...new Set(ids)].map((id) => ({ id }));
  await context.submit({ type: "mark_notifications", account, notifications: named, isRead: flag === 1 });
}

/** A required value that may be in the query or in the body. @throws {ApiError} -1005 when it is in neither */
function given<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw invalid(`${name} must not be blank`);
  return value;
}

export const notificationBindings: readonly Binding[] = [getNotifications, getUnread, markRead, markAllRead];
