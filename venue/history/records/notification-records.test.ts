import { describe, expect, test } from "bun:test";
import { micros, millis } from "@evermark/engine";
import { START } from "@evermark/engine/testing/setup.ts";
import { INBOX_MAX } from "@evermark/interface/accounts/inbox.ts";
import { countIn, inEveryDatabase } from "../testing/databases.ts";
import { tapeEngine } from "../testing/event-tape.ts";
import { ProjectedEngine } from "../testing/projected-engine.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { Projector } from "./projector.ts";

const newest = { page: 1, size: 500 };

inEveryDatabase((fresh) => {
  describe("an inbox", () => {
    test("has its account's notifications, with ids that follow from the journal alone", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker] = world.open(2, 100_000) as [number, number];
      world.place(START, maker, "SELL", 1, 3_000);
      world.restart();
      world.place(START, maker, "SELL", 1, 3_000);
      world.place(START + 7, taker, "BUY", 2, 3_000);
      const filled = world.history.notifications({ account: maker, type: "TRADE", ...newest });
      // Listing, builder, two accounts and their deposits, two orders: the ninth command fills both orders.
      expect(filled).toEqual({
        rows: [1, 0].map((place) => ({
          id: 9 * 4_096 + place,
          at: START + 7,
          isRead: false,
          content: {
            kind: "ORDER_FILLED",
            market: 0,
            side: "SELL",
            orderId: 1 + place,
            quantity: 10_000,
            notional: 3_000e6,
          },
        })),
        total: 2,
      });
      expect(
        world.history.notifications({ account: maker, ...newest }).rows.map(({ content }) => content.kind),
      ).toEqual(["ORDER_FILLED", "ORDER_FILLED", "DEPOSIT_COMPLETED"]);
      expect(world.history.notifications({ account: maker, page: 2, size: 2 }).rows).toHaveLength(1);
      expect(world.history.unreadNotifications(taker)).toEqual({ count: 2, lastId: 9 * 4_096 });
    });

    test("is marked only by its owner, and notifications after a mark of all are unread", () => {
      const world = new ProjectedEngine(fresh());
      const [first, second] = world.open(2, 1_000) as [number, number];
      const idsOf = (account: number) => world.history.notifications({ account, ...newest }).rows.map(({ id }) => id);
      const mark = (account: number, ids: readonly number[], isRead = true) =>
        world.apply(START, { type: "mark_notifications", account, notifications: ids.map((id) => ({ id })), isRead });
      mark(first, [...idsOf(second), 5]);
      expect(world.history.unreadNotifications(second).count).toBe(1);
      mark(second, idsOf(second));
      expect(world.history.unreadNotifications(second).count).toBe(0);
      mark(second, idsOf(second), false);
      expect([first, second].map((account) => world.history.unreadNotifications(account).count)).toEqual([1, 1]);
      mark(first, []);
      world.apply(START, {
        type: "credit_deposit",
        account: first,
        amount: micros(1),
        source: "faucet",
        reference: "x",
      });
      expect(world.history.notifications({ account: first, ...newest }).rows.map(({ isRead }) => isRead)).toEqual([
        false,
        true,
      ]);
    });

    test("has all announcements since the account was opened, and each account has read those that it marked", () => {
      const world = new ProjectedEngine(fresh());
      const announce = (message: string, kind = "") =>
        world.apply(START, { type: "announce", message, url: "", kind }).created;
      announce("before the first account");
      const [first, second] = world.open(2, 1_000) as [number, number];
      const number = announce("an upgrade", "maintenance");
      const inboxOf = (account: number, filter = {}) => world.history.notifications({ account, ...newest, ...filter });
      const mark = (account: number, ids: readonly number[], isRead = true) =>
        world.apply(START, { type: "mark_notifications", account, notifications: ids.map((id) => ({ id })), isRead });
      const unread = () => [first, second].map((account) => world.history.unreadNotifications(account).count);

      const { rows, total } = inboxOf(first);
      const content = { kind: "ANNOUNCEMENT", announcementId: number, message: "an upgrade", url: "", withdrawnAt: 0 };
      expect(total).toBe(2);
      expect(rows[0]).toMatchObject({ isRead: false, at: START, content: { ...content, about: "maintenance" } });
      expect(rows[1]).toMatchObject({ content: { kind: "DEPOSIT_COMPLETED" } });
      expect(inboxOf(second).rows[0]).toEqual(rows[0]!);
      expect(inboxOf(first, { type: "SYSTEM" })).toEqual({ rows, total: 2 });
      expect(inboxOf(first, { type: "TRADE" })).toEqual({ rows: [], total: 0 });
      expect(inboxOf(first, { page: 2, size: 1 })).toEqual({ rows: [rows[1]!], total: 2 });
      expect(world.history.unreadNotifications(first)).toEqual({ count: 2, lastId: rows[0]!.id });

      mark(first, [rows[0]!.id]);
      expect([inboxOf(first).rows[0]!.isRead, inboxOf(second).rows[0]!.isRead]).toEqual([true, false]);
      mark(second, []);
      expect(unread()).toEqual([1, 0]);
      mark(second, [rows[0]!.id], false);
      mark(first, [], false);
      expect(unread()).toEqual([2, 1]);

      world.restart();
      world.apply(START + 60_000, { type: "withdraw_announcement", announcementId: number! });
      expect(inboxOf(first).rows[0]).toMatchObject({ id: rows[0]!.id, content: { withdrawnAt: START + 60_000 } });
      expect(unread()).toEqual([2, 1]);
    });

    test("has the newest announcements, and marks of older ones are deleted with them", () => {
      const world = new ProjectedEngine(fresh());
      const [account] = world.open(1, 1) as [number];
      for (let n = 0; n <= INBOX_MAX; n++) {
        const { created } = world.apply(START, { type: "announce", message: `news ${n}`, url: "", kind: "" });
        world.apply(START, { type: "mark_notifications", account, notifications: [], isRead: true });
        world.apply(START, { type: "withdraw_announcement", announcementId: created! });
      }
      const { rows, total } = world.history.notifications({ account, ...newest });
      expect([total, rows[0]!.content, rows.at(-2)!.content]).toMatchObject([
        INBOX_MAX + 1,
        { message: `news ${INBOX_MAX}` },
        { message: "news 1" },
      ]);
      expect(world.history.unreadNotifications(account).count).toBe(0);
      expect(countIn(world.tables, "announcements_read")).toBe(INBOX_MAX);
    });

    test("keeps the newest of each type, however many arrive at once and however often history is committed", () => {
      const inboxAfter = (batch: number) => {
        const tables = fresh();
        let projector = new Projector(tables, tapeEngine);
        projector.begin();
        for (let position = 1; position <= 3 * INBOX_MAX; position++) {
          const at = millis(START + position);
          const onChain = {
            key: "",
            chainId: 0,
            transaction: "",
            reference: `faucet:5:${position}`,
            source: "faucet",
          } as const;
          const deposited = {
            ...onChain,
            account: 5,
            amount: micros(position),
            reason: "",
            createdAt: at,
            at,
          } as const;
          projector.funds({ type: "deposit", ...deposited, state: "COMPLETED" });
          projector.commandEnd(position);
          if (position === 7) {
            projector.liquidation({
              type: "recovered",
              account: 5,
              marginMode: "CROSS",
              market: -1,
              at: millis(START),
            });
            projector.commandEnd(position);
          }
          if (position % batch !== 0) continue;
          projector.commit({ position, checksum: "" });
          projector = new Projector(tables, tapeEngine);
          projector.begin();
        }
        projector.commit({ position: 3 * INBOX_MAX, checksum: "" });
        const { rows, total } = historyQueries(tables).notifications({ account: 5, ...newest });
        expect(total).toBe(INBOX_MAX + 1);
        return rows;
      };
      const rows = inboxAfter(10_000);
      expect(rows.at(0)).toMatchObject({ content: { kind: "DEPOSIT_COMPLETED", amount: 3 * INBOX_MAX } });
      expect(rows.at(-1)).toMatchObject({ content: { kind: "LIQUIDATION_ENDED" } });
      for (const batch of [1, 7, INBOX_MAX]) expect(inboxAfter(batch)).toEqual(rows);
    }, 60_000);
  });
});
