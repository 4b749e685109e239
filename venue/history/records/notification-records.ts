// The inbox of each account: its newest notifications of each type, and which of them are read. They are stored as data; the
// words are made when a client reads. An announcement to all accounts is stored once, and read as a part of each inbox.
// Interface 4.10.

import type { AccountChange, VenueEvent } from "@evermark/engine";
import { INBOX_MAX } from "@evermark/interface/accounts/inbox.ts";
import type { AnnouncementNotice, Notice } from "../../notifications/notices.ts";
import { typeOfNotice } from "../../notifications/present-notification.ts";
import { NOTIFICATION_TYPES } from "../schema/account-tables.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { given, sql } from "../tables/query-builder.ts";
import { filtered, statement } from "../tables/statement.ts";
import { insertInto } from "../tables/writing.ts";

type Withdrawn = Extract<VenueEvent, { type: "announcement_withdrawn" }>;
type Marked = Extract<AccountChange, { type: "notifications_marked" }>;

/** How many counts are cached. */
const KEPT_MAX = 50_000;

interface Inbox {
  readonly account: number;
  readonly type: number;
}

const INSERT = insertInto("notifications");
/** Deletes those up to a number. */
const FORGET = statement((builder, { account, type, upTo }: Inbox & { readonly upTo: number }) =>
  builder.deleteFrom("notifications").where(given("notifications", { account, type })).where("number", "<=", upTo),
);
const LAST = statement((builder, { account, type }: Inbox) =>
  builder
    .selectFrom("notifications")
    .select("number")
    .where(given("notifications", { account, type }))
    .orderBy("number", "desc")
    .limit(1),
);

interface Mark {
  readonly account: number;
  readonly isRead: number;
}

const MARK = statement((builder, { account, id, isRead }: Mark & { readonly id: number }) =>
  builder
    .updateTable("notifications")
    .set({ is_read: isRead })
    .where(given("notifications", { account, notification_id: id })),
);
const MARK_ALL = statement((builder, { account, isRead }: Mark) =>
  builder
    .updateTable("notifications")
    .set({ is_read: isRead })
    .where("account", "=", account)
    .where("is_read", "<>", isRead),
);

interface Pending extends Inbox {
  notices: Notice[];
}

export class NotificationRecords {
  readonly #tables: Store;
  readonly #insert: Write<NewRow<"notifications">>;
  readonly #forget: Write<Inbox & { readonly upTo: number }>;
  readonly #mark: Write<Mark & { readonly id: number }>;
  readonly #markAll: Write<Mark>;
  readonly #announcements: AnnouncementRecords;
  /** By account and type: how many notifications it ever got. */
  readonly #counts = new Map<number, number>();
  readonly #pending = new Map<number, Pending>();

  constructor(tables: Store) {
    this.#tables = tables;
    this.#insert = tables.prepare(INSERT);
    this.#forget = tables.prepare(FORGET);
    this.#mark = tables.prepare(MARK);
    this.#markAll = tables.prepare(MARK_ALL);
    this.#announcements = new AnnouncementRecords(tables);
  }

  /** @param accounts how many accounts there are */
  announce(announced: AnnouncementNotice, accounts: number): void {
    this.#announcements.put(announced, accounts);
  }

  withdraw(event: Withdrawn): void {
    this.#announcements.withdraw(event);
  }

  put(notice: Notice): void {
    const { account } = notice;
    const type = NOTIFICATION_TYPES.indexOf(typeOfNotice(notice.content.kind));
    const key = account * 2 + type;
    const pending = this.#pending.get(key);
    if (pending === undefined) this.#pending.set(key, { account, type, notices: [notice] });
    else pending.notices.push(notice);
  }

  mark(marked: Marked): void {
    this.write();
    const { account, ids } = marked;
    const isRead = marked.isRead ? 1 : 0;
    if (ids.length === 0) this.#markAll.run({ account, isRead });
    for (const id of ids) this.#mark.run({ account, id, isRead });
    this.#announcements.mark(marked);
  }

  write(): void {
    for (const [key, { account, type, notices }] of this.#pending) {
      const before = this.#countOf(key, account, type);
      const last = before + notices.length;
      const forgotten = last - INBOX_MAX;
      // An account that trades a lot may get more of them in one batch than are kept.
      for (let number = Math.max(before, forgotten) + 1; number <= last; number++) {
        const { id, at, content } = notices[number - before - 1]!;
        const kept = { notificationId: id, at, isRead: 0, content: JSON.stringify(content) };
        this.#insert.run({ account, type, number, ...kept });
      }
      if (forgotten > 0) this.#forget.run({ account, type, upTo: forgotten });
      this.#counts.set(key, last);
    }
    this.#pending.clear();
    if (this.#counts.size > KEPT_MAX) this.#counts.clear();
  }

  #countOf(key: number, account: number, type: number): number {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    return this.#tables.first(LAST, { account, type })?.number ?? 0;
  }
}

interface Reader {
  readonly account: number;
  /** The announcement; absent for all of them. */
  readonly id?: number;
}

const ANNOUNCE = insertInto("announcements");
/** Deletes all but the newest. */
const FORGET_ANNOUNCEMENTS = statement((builder) =>
  builder
    .deleteFrom("announcements")
    .where("notification_id", "<=", (announcement) =>
      announcement
        .selectFrom("announcements")
        .select("notification_id")
        .orderBy("notification_id", "desc")
        .limit(1)
        .offset(INBOX_MAX),
    ),
);
const FORGET_READERS = statement((builder) =>
  builder
    .deleteFrom("announcements_read")
    .where("notification_id", "<", sql<number>`(select min(notification_id) from announcements)`),
);
const WITHDRAW = statement((builder, { announcementId, at }: { announcementId: number; at: number }) =>
  builder.updateTable("announcements").set({ withdrawn_at: at }).where("announcement_id", "=", announcementId),
);
const READ = filtered((builder, { account, id }: Reader) =>
  builder
    .insertInto("announcements_read")
    .columns(["notification_id", "account"])
    .expression((announcement) =>
      announcement
        .selectFrom("announcements")
        .select(["notification_id", sql<number>`cast(${account} as bigint)`.as("account")])
        .where("accounts", ">", account)
        .where(given("announcements", { notification_id: id })),
    )
    .onConflict((conflict) => conflict.doNothing()),
);
const UNREAD = filtered((builder, { account, id }: Reader) =>
  builder.deleteFrom("announcements_read").where(given("announcements_read", { account, notification_id: id })),
);

class AnnouncementRecords {
  readonly #tables: Store;
  readonly #announce: Write<NewRow<"announcements">>;
  readonly #forget: Write<object>;
  readonly #forgetReaders: Write<object>;
  readonly #withdraw: Write<{ announcementId: number; at: number }>;

  constructor(tables: Store) {
    this.#tables = tables;
    this.#announce = tables.prepare(ANNOUNCE);
    this.#forget = tables.prepare(FORGET_ANNOUNCEMENTS);
    this.#forgetReaders = tables.prepare(FORGET_READERS);
    this.#withdraw = tables.prepare(WITHDRAW);
  }

  put({ id, at, content }: AnnouncementNotice, accounts: number): void {
    const { announcementId, withdrawnAt: _, ...kept } = content;
    const row = { announcementId, accounts, at, withdrawnAt: 0, content: JSON.stringify(kept) };
    this.#announce.run({ notificationId: id, ...row });
    this.#forget.run({});
    this.#forgetReaders.run({});
  }

  withdraw({ announcementId, at }: Withdrawn): void {
    this.#withdraw.run({ announcementId, at });
  }

  mark({ account, ids, isRead }: Marked): void {
    const marked = isRead ? READ : UNREAD;
    if (ids.length === 0) this.#tables.run(marked, { account });
    for (const id of ids) this.#tables.run(marked, { account, id });
  }
}
