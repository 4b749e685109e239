// The inbox of each account: what it was told, the newest of each type, and which of it is read. Kept as numbers; the words
// are made when somebody reads. Interface 4.10.

import type { Statement } from "bun:sqlite";
import type { AccountChange } from "@evermark/engine/events.ts";
import { INBOX_MAX, type Notification } from "@evermark/interface/notifications.ts";
import type { Notice, NoticeContent } from "../notifications/notices.ts";
import { typeOfNotice } from "../notifications/present-notification.ts";
import { type PageFilter, pageOf, Where } from "./page-of.ts";
import type { Page } from "./reader.ts";
import type { Tables } from "./tables.ts";

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
`;

type Type = Notification["type"];
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
  /** By account and type: how many it was ever told. */
  readonly #counts = new Map<number, number>();
  readonly #pending = new Map<number, Pending>();

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#insert = tables.prepare("INSERT INTO notifications VALUES (?, ?, ?, ?, ?, 0, ?)");
    this.#forget = tables.prepare("DELETE FROM notifications WHERE account = ? AND type = ? AND number <= ?");
    this.#mark = tables.prepare("UPDATE notifications SET is_read = ? WHERE account = ? AND notification_id = ?");
    this.#markAll = tables.prepare("UPDATE notifications SET is_read = ?1 WHERE account = ?2 AND is_read <> ?1");
  }

  put(notice: Notice): void {
    const { account } = notice;
    const type = typeCode(typeOfNotice(notice.content.kind));
    const key = account * 2 + type;
    const pending = this.#pending.get(key);
    if (pending === undefined) this.#pending.set(key, { account, type, notices: [notice] });
    else pending.notices.push(notice);
  }

  mark({ account, ids, isRead }: Marked): void {
    this.write();
    const read = isRead ? 1 : 0;
    if (ids.length === 0) this.#markAll.run(read, account);
    for (const id of ids) this.#mark.run(read, account, id);
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

export interface NotificationRow extends Omit<Notice, "account"> {
  readonly isRead: boolean;
}

interface Stored {
  readonly id: number;
  readonly at: number;
  readonly isRead: number;
  readonly content: string;
}

/** Newest first. */
export function notifications(
  tables: Tables,
  filter: Pick<PageFilter, "page" | "size"> & { readonly account: number; readonly type?: Type | undefined },
): Page<NotificationRow> {
  const where = new Where()
    .and("account = ?", filter.account)
    .and("type = ?", filter.type === undefined ? undefined : typeCode(filter.type));
  const select = {
    columns: "notification_id AS id, at, is_read AS isRead, content",
    // By time and by id is the same; of one type its number is a third way to say it.
    ...(filter.type === undefined
      ? { from: "notifications INDEXED BY notifications_by_id", time: "notification_id", key: "account" }
      : { from: "notifications", time: "number", key: "account" }),
  };
  const { rows, total } = pageOf<Stored>(tables, select, where, filter);
  return {
    rows: rows.map(({ id, at, isRead, content }) => ({
      id,
      at,
      isRead: isRead === 1,
      content: JSON.parse(content) as NoticeContent,
    })),
    total,
  };
}

export function unreadNotifications(tables: Tables, account: number): { count: number; lastId: number } {
  const last = tables.first<{ id: number }>(
    `SELECT notification_id AS id FROM notifications INDEXED BY notifications_by_id
     WHERE account = ? ORDER BY notification_id DESC LIMIT 1`,
    account,
  );
  const count = tables.count("notifications INDEXED BY notifications_by_id WHERE account = ? AND is_read = 0", account);
  return { count, lastId: last?.id ?? 0 };
}
