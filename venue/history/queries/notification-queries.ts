// The inbox of an account: its own notifications and the announcements to all accounts, newest first. Interface 4.10.

import { NOTIFICATION_TYPES } from "../schema/account-tables.ts";
import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { type Builder, given, indexed, sql } from "../tables/query-builder.ts";
import { counted, type Page, type PageFilter } from "../tables/row-pages.ts";
import { filtered, statement } from "../tables/statement.ts";

type Kept = Row<"notifications">;
type Type = Kept["type"];

interface NotificationRow {
  readonly id: number;
  readonly at: number;
  readonly isRead: boolean;
  readonly content: Kept["content"];
}

interface InboxAsked {
  readonly account: number;
  readonly type?: number | undefined;
  readonly size: number;
  readonly offset: number;
}

/** A row as stored; `announcementId` is 0 for a notification of the account's own. */
interface StoredRow {
  readonly id: number;
  readonly at: number;
  readonly isRead: number;
  readonly content: string;
  readonly announcementId: number;
  readonly withdrawnAt: number;
}

function findOwn(builder: Builder, { account, type }: Pick<InboxAsked, "account" | "type">) {
  return builder
    .selectFrom(indexed("notifications", "notifications_by_id"))
    .where(given("notifications", { account, type }));
}

function findAnnounced(builder: Builder, { account }: Pick<InboxAsked, "account">) {
  return builder.selectFrom("announcements").where("accounts", ">", account);
}

function isAnnouncementRead(account: number) {
  return sql<number>`case when exists (
    select 1 from announcements_read as mark
    where mark.notification_id = announcements.notification_id and mark.account = ${account}
  ) then 1 else 0 end`;
}

function readOwn(builder: Builder, asked: InboxAsked) {
  return findOwn(builder, asked)
    .select(["notification_id as id", "at", "is_read as isRead", "content"])
    .select([sql.lit(0).as("announcementId"), sql.lit(0).as("withdrawnAt")])
    .$castTo<StoredRow>();
}

function readAnnounced(builder: Builder, asked: InboxAsked) {
  return findAnnounced(builder, asked)
    .select(["notification_id as id", "at", isAnnouncementRead(asked.account).as("isRead"), "content"])
    .select(["announcement_id as announcementId", "withdrawn_at as withdrawnAt"])
    .$castTo<StoredRow>();
}

const INBOX = filtered((builder, asked: InboxAsked) =>
  readOwn(builder, asked).orderBy("id", "desc").limit(asked.size).offset(asked.offset),
);
// Ids rise with time, and both tables have an index in this order: a page of both needs no sorting.
const INBOX_WITH_ANNOUNCEMENTS = filtered((builder, asked: InboxAsked) =>
  readOwn(builder, asked)
    .unionAll(readAnnounced(builder, asked))
    .orderBy("id", "desc")
    .limit(asked.size)
    .offset(asked.offset),
);
const OWN_TOTAL = filtered((builder, asked: Pick<InboxAsked, "account" | "type">) => counted(findOwn(builder, asked)));
const ANNOUNCED_TOTAL = statement((builder, asked: { account: number }) => counted(findAnnounced(builder, asked)));

/** Newest first. */
export function notifications(
  tables: Reads,
  filter: Pick<PageFilter, "page" | "size"> & { readonly account: number; readonly type?: Type | undefined },
): Page<NotificationRow> {
  const { account, page, size } = filter;
  const type = filter.type && NOTIFICATION_TYPES.indexOf(filter.type);
  const hasAnnounced = filter.type !== "TRADE";
  const inbox = hasAnnounced ? INBOX_WITH_ANNOUNCEMENTS : INBOX;
  const rows = tables.all(inbox, { account, type, size, offset: (page - 1) * size });
  const own = tables.first(OWN_TOTAL, { account, type })!.count;
  const announced = hasAnnounced ? tables.first(ANNOUNCED_TOTAL, { account })!.count : 0;
  return { rows: rows.map(rowOf), total: own + announced };
}

function rowOf({ id, at, isRead, content, announcementId, withdrawnAt }: StoredRow): NotificationRow {
  const kept = JSON.parse(content);
  const whole: Kept["content"] = announcementId === 0 ? kept : { ...kept, announcementId, withdrawnAt };
  return { id, at, isRead: isRead === 1, content: whole };
}

const UNREAD = statement((builder, asked: { account: number }) =>
  counted(findOwn(builder, asked).where("is_read", "=", 0)),
);
const UNREAD_ANNOUNCED = statement((builder, asked: { account: number }) =>
  counted(findAnnounced(builder, asked).where(sql<boolean>`${isAnnouncementRead(asked.account)} = 0`)),
);
const LAST = statement((builder, asked: { account: number }) =>
  findOwn(builder, asked).select("notification_id as id").orderBy("notification_id", "desc").limit(1),
);
const LAST_ANNOUNCED = statement((builder, asked: { account: number }) =>
  findAnnounced(builder, asked).select("notification_id as id").orderBy("notification_id", "desc").limit(1),
);

export function unreadNotifications(tables: Reads, account: number): { count: number; lastId: number } {
  const asked = { account };
  const lastId = Math.max(tables.first(LAST, asked)?.id ?? 0, tables.first(LAST_ANNOUNCED, asked)?.id ?? 0);
  const count = tables.first(UNREAD, asked)!.count + tables.first(UNREAD_ANNOUNCED, asked)!.count;
  return { count, lastId };
}
