// The inbox of each account: what it was told, the newest of each type, and which of it is read. Kept as numbers; the words
// are made when somebody reads. What everybody is told is kept once, and read as a part of each inbox. Interface 4.10.

import type { Statement } from "bun:sqlite";
import type { AccountChange, VenueEvent } from "@evermark/engine";
import { INBOX_MAX, type Notification } from "@evermark/interface/notifications.ts";
import type { Announced, Notice, NoticeContent } from "../../notifications/notices.ts";
import { typeOfNotice } from "../../notifications/present-notification.ts";
import type { Page } from "../queries/rows.ts";
import type { PageFilter } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

export const NOTIFICATION_TABLES = `
CREATE TABLE notifications (
  account INTEGER NOT NULL,
  -- 0 TRADE, 1 SYSTEM.
  type INTEGER NOT NULL,
  -- Counts those of an account and type: how many are kept follows from the last one.
  number INTEGER NOT NULL,
  notification_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  is_read INTEGER NOT NULL,
  -- What it says: JSON.
  content TEXT NOT NULL,
  PRIMARY KEY (account, type, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX notifications_by_id ON notifications (account, notification_id, is_read);

CREATE TABLE announcements (
  notification_id INTEGER PRIMARY KEY,
  announcement_id INTEGER NOT NULL UNIQUE,
  -- How many accounts there were: those with a lower number were told.
  accounts INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- 0: active.
  withdrawn_at INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
-- Who has read it.
CREATE TABLE announcements_read (
  notification_id INTEGER NOT NULL,
  account INTEGER NOT NULL,
  PRIMARY KEY (notification_id, account)
) STRICT, WITHOUT ROWID;
`;

type Type = Notification["type"];
type Withdrawn = Extract<VenueEvent, { type: "announcement_withdrawn" }>;
type Marked = Extract<AccountChange, { type: "notifications_marked" }>;

const typeCode = (type: Type): number => (type === "TRADE" ? 0 : 1);
/** Accounts of which the last number is kept at hand. */
const KEPT_MAX = 50_000;

interface Pending {
  readonly account: number;
  readonly type: number;
  notices: Notice[];
}

export class NotificationRecords {
  readonly #tables: Tables;
  readonly #insert: Statement;
  readonly #forget: Statement;
  readonly #mark: Statement;
  readonly #markAll: Statement;
  readonly #announcements: AnnouncementRecords;
  /** By account and type: how many it was ever told. */
  readonly #counts = new Map<number, number>();
  readonly #pending = new Map<number, Pending>();

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#insert = tables.prepare("INSERT INTO notifications VALUES (?, ?, ?, ?, ?, 0, ?)");
    this.#forget = tables.prepare("DELETE FROM notifications WHERE account = ? AND type = ? AND number <= ?");
    this.#mark = tables.prepare("UPDATE notifications SET is_read = ? WHERE account = ? AND notification_id = ?");
    this.#markAll = tables.prepare("UPDATE notifications SET is_read = ?1 WHERE account = ?2 AND is_read <> ?1");
    this.#announcements = new AnnouncementRecords(tables);
  }

  /** @param accounts how many there are */
  announce(announced: Announced, accounts: number): void {
    this.#announcements.put(announced, accounts);
  }

  withdraw(event: Withdrawn): void {
    this.#announcements.withdraw(event);
  }

  put(notice: Notice): void {
    const { account } = notice;
    const type = typeCode(typeOfNotice(notice.content.kind));
    const key = account * 2 + type;
    const pending = this.#pending.get(key);
    if (pending === undefined) this.#pending.set(key, { account, type, notices: [notice] });
    else pending.notices.push(notice);
  }

  mark(marked: Marked): void {
    this.write();
    const { account, ids, isRead } = marked;
    const read = isRead ? 1 : 0;
    if (ids.length === 0) this.#markAll.run(read, account);
    for (const id of ids) this.#mark.run(read, account, id);
    this.#announcements.mark(marked);
  }

  write(): void {
    for (const [key, { account, type, notices }] of this.#pending) {
      const before = this.#countOf(key, account, type);
      const last = before + notices.length;
      const forgotten = last - INBOX_MAX;
      // Who trades a lot has more of them at once than are kept.
      for (let number = Math.max(before, forgotten) + 1; number <= last; number++) {
        const { id, at, content } = notices[number - before - 1]!;
        this.#insert.run(account, type, number, id, at, JSON.stringify(content));
      }
      if (forgotten > 0) this.#forget.run(account, type, forgotten);
      this.#counts.set(key, last);
    }
    this.#pending.clear();
    if (this.#counts.size > KEPT_MAX) this.#counts.clear();
  }

  #countOf(key: number, account: number, type: number): number {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const last = this.#tables.first<{ number: number }>(
      "SELECT number FROM notifications WHERE account = ? AND type = ? ORDER BY number DESC LIMIT 1",
      account,
      type,
    );
    return last?.number ?? 0;
  }
}

class AnnouncementRecords {
  readonly #insert: Statement;
  readonly #forget: Statement;
  readonly #forgetRead: Statement;
  readonly #withdraw: Statement;
  readonly #read: Statement;
  readonly #readAll: Statement;
  readonly #unread: Statement;
  readonly #unreadAll: Statement;

  constructor(tables: Tables) {
    this.#insert = tables.prepare("INSERT INTO announcements VALUES (?, ?, ?, ?, 0, ?)");
    this.#forget = tables.prepare(
      `DELETE FROM announcements WHERE notification_id <=
       (SELECT notification_id FROM announcements ORDER BY notification_id DESC LIMIT 1 OFFSET ${INBOX_MAX})`,
    );
    this.#forgetRead = tables.prepare(
      "DELETE FROM announcements_read WHERE notification_id < (SELECT min(notification_id) FROM announcements)",
    );
    this.#withdraw = tables.prepare("UPDATE announcements SET withdrawn_at = ? WHERE announcement_id = ?");
    const readAll =
      "INSERT OR IGNORE INTO announcements_read SELECT notification_id, ?1 FROM announcements WHERE accounts > ?1";
    this.#readAll = tables.prepare(readAll);
    this.#read = tables.prepare(`${readAll} AND notification_id = ?2`);
    const unread = "DELETE FROM announcements_read WHERE account = ?1 AND notification_id";
    this.#unreadAll = tables.prepare(`${unread} IN (SELECT notification_id FROM announcements)`);
    this.#unread = tables.prepare(`${unread} = ?2`);
  }

  put({ id, at, content }: Announced, accounts: number): void {
    const { announcementId, withdrawnAt: _, ...kept } = content;
    this.#insert.run(id, announcementId, accounts, at, JSON.stringify(kept));
    this.#forget.run();
    this.#forgetRead.run();
  }

  withdraw({ announcementId, at }: Withdrawn): void {
    this.#withdraw.run(at, announcementId);
  }

  mark({ account, ids, isRead }: Marked): void {
    if (ids.length === 0) (isRead ? this.#readAll : this.#unreadAll).run(account);
    for (const id of ids) (isRead ? this.#read : this.#unread).run(account, id);
  }
}

interface NotificationRow extends Omit<Notice, "account"> {
  readonly isRead: boolean;
}

interface Stored {
  readonly id: number;
  readonly at: number;
  readonly isRead: number;
  readonly content: string;
  /** 0 for what is no announcement. */
  readonly announcementId: number;
  readonly withdrawnAt: number;
}

const OWN = "notifications INDEXED BY notifications_by_id WHERE account = ?1";
const ANNOUNCED = "announcements WHERE accounts > ?1";
const IS_READ = `EXISTS (SELECT 1 FROM announcements_read AS mark
  WHERE mark.notification_id = announcements.notification_id AND mark.account = ?1)`;

/** Newest first. */
export function notifications(
  tables: Tables,
  filter: Pick<PageFilter, "page" | "size"> & { readonly account: number; readonly type?: Type | undefined },
): Page<NotificationRow> {
  const { account, type, page, size } = filter;
  const own = type === undefined ? OWN : `${OWN} AND type = ${typeCode(type)}`;
  const hasAnnounced = type !== "TRADE";
  const announced = `
    UNION ALL SELECT notification_id, at, ${IS_READ}, content, announcement_id, withdrawn_at FROM ${ANNOUNCED}`;
  // By time and by id is the same, and both lists lie in that order: a page of them together is no work of sorting.
  const rows = tables.all<Stored>(
    `SELECT notification_id AS id, at, is_read AS isRead, content, 0 AS announcementId, 0 AS withdrawnAt FROM ${own}
     ${hasAnnounced ? announced : ""} ORDER BY id DESC LIMIT ?2 OFFSET ?3`,
    account,
    size,
    (page - 1) * size,
  );
  const total = tables.count(own, account) + (hasAnnounced ? tables.count(ANNOUNCED, account) : 0);
  return { rows: rows.map(rowOf), total };
}

function rowOf({ id, at, isRead, content, announcementId, withdrawnAt }: Stored): NotificationRow {
  const kept = JSON.parse(content);
  const whole: NoticeContent = announcementId === 0 ? kept : { ...kept, announcementId, withdrawnAt };
  return { id, at, isRead: isRead === 1, content: whole };
}

export function unreadNotifications(tables: Tables, account: number): { count: number; lastId: number } {
  const last = (from: string) =>
    tables.first<{ id: number }>(
      `SELECT notification_id AS id FROM ${from} ORDER BY notification_id DESC LIMIT 1`,
      account,
    )?.id ?? 0;
  const unread =
    tables.count(`${OWN} AND is_read = 0`, account) + tables.count(`${ANNOUNCED} AND NOT ${IS_READ}`, account);
  return { count: unread, lastId: Math.max(last(OWN), last(ANNOUNCED)) };
}
