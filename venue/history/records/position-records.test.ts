import { describe, expect, test } from "bun:test";
import { lots, micros, millis, ratioE10, ticks } from "@evermark/engine";
import { START } from "@evermark/engine/testing/setup.ts";
import fc from "fast-check";
import type { PositionRow } from "../queries/position-queries.ts";
import { inEveryDatabase } from "../testing/databases.ts";
import { tapeEngine } from "../testing/event-tape.ts";
import { ProjectedEngine } from "../testing/projected-engine.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { Projector } from "./projector.ts";

const HOUR = 3_600_000;

/** The open part of a position, in signed lots. */
const held = ({ direction, opened, closed }: PositionRow) => direction * (opened - closed) + 0;

inEveryDatabase((fresh, runs) => {
  describe("a position", () => {
    test("lasts until it is flat, and a fill that turns it opens the next one with its share of the fill", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker] = world.open(2, 100_000) as [number, number];
      world.place(START + HOUR, maker, "SELL", 2, 3_000);
      world.place(START + 2 * HOUR, taker, "BUY", 2, 3_000);
      world.place(START + 3 * HOUR, maker, "BUY", 0.5, 3_010);
      world.place(START + 4 * HOUR, taker, "SELL", 0.5, 3_010);
      world.restart();
      const open = world.history.positionHistory({ account: taker, limit: 9 });
      expect(open).toMatchObject([{ direction: 1, opened: 20_000, closed: 5_000, closedAt: 0, realizedPnl: 5e6 }]);

      world.place(START + 5 * HOUR, maker, "BUY", 2, 3_020);
      world.place(START + 6 * HOUR, taker, "SELL", 2, 3_020);
      const [short, long] = world.history.positionHistory({ account: taker, market: 0, limit: 9 });
      expect(long).toMatchObject({
        positionId: open[0]!.positionId,
        kind: "normal",
        marginMode: "CROSS",
        largest: 20_000,
        closed: 20_000,
        openedNotional: 6_000e6,
        closedNotional: 1_505e6 + 4_530e6,
        realizedPnl: 35e6,
        // 6 basis points of what was bought, and of what was sold until the position was flat.
        tradingFee: 3.6e6 + 0.903e6 + 2.718e6,
        openedAt: START + 2 * HOUR,
        closedAt: START + 6 * HOUR,
      });
      expect(short).toMatchObject({
        direction: -1,
        opened: 5_000,
        openedNotional: 1_510e6,
        tradingFee: 0.906e6,
        closedAt: 0,
        openedAt: START + 6 * HOUR,
      });
      expect(world.history.positionHistory({ account: taker, limit: 1 })).toEqual([short!]);
      expect(world.history.positionHistory({ account: taker, market: 1, limit: 9 })).toEqual([]);
    });

    test("from before this table existed continues from its present state", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker] = world.open(2, 100_000) as [number, number];
      world.place(START, maker, "SELL", 2, 3_000);
      world.place(START, taker, "BUY", 2, 3_000);
      world.tables.execute("DELETE FROM positions");
      world.setPrice(START + HOUR, 3_050);
      world.restart();
      world.place(START + 2 * HOUR, maker, "BUY", 2, 3_010);
      world.place(START + 2 * HOUR, taker, "SELL", 2, 3_010);
      expect(world.history.positionHistory({ account: taker, limit: 9 })).toMatchObject([
        { opened: 20_000, openedNotional: 6_000e6, realizedPnl: 20e6, openedAt: START, closedAt: START + 2 * HOUR },
      ]);
    });

    test("records which liquidation took it and the fees, even if it was already flat", () => {
      const tables = fresh();
      const projector = new Projector(tables, tapeEngine);
      const at = millis(START);
      const place = { account: 5, market: 2, marginMode: "CROSS" } as const;
      const moved = { ...place, fee: micros(0), realizedPnl: micros(-7), price: ticks(50), at };
      projector.begin();
      projector.transfer({ ...moved, kind: "claim", quantity: lots(9) });
      projector.funding({
        type: "paid",
        ...place,
        rate: ratioE10(1),
        mark: ticks(50),
        quantity: lots(9),
        fee: micros(3),
        at,
      });
      projector.account({ type: "leverage_changed", ...place, leverage: 4, at });
      projector.transfer({ ...moved, kind: "liquidation", quantity: lots(-9) });
      projector.liquidation({
        type: "transferred",
        ...place,
        market: -1,
        liquidationId: 41,
        kind: "liquidated",
        taker: 6,
        assigned: false,
        amount: micros(0),
        marginRatioE8: 3,
        maintenance: micros(4),
        notional: micros(100),
        collateral: micros(3),
        positions: [
          {
            market: 2,
            marginMode: "CROSS",
            quantity: lots(9),
            totalQuantity: lots(9),
            price: ticks(50),
            costTransfer: micros(1_350),
            liquidatorFeeRate: ratioE10(1),
            insuranceFeeRate: ratioE10(1),
            liquidatorFee: micros(2),
            insuranceFee: micros(1),
            realizedPnl: micros(-7),
          },
        ],
        at,
      });
      projector.transfer({ ...moved, kind: "liquidation", quantity: lots(-9), account: 6 });
      projector.commit({ position: 1, checksum: "" });
      const history = historyQueries(tables);
      expect(history.positionHistory({ account: 5, limit: 9 })).toMatchObject([
        {
          kind: "liquidated",
          liquidationId: 41,
          liquidatorFee: 2,
          insuranceFee: 1,
          fundingFee: 3,
          leverage: 4,
          closed: 9,
        },
      ]);
      expect(history.positionHistory({ account: 6, limit: 9 })).toMatchObject([{ kind: "normal", liquidationId: 0 }]);
    });

    test("is open as long as the engine has it, and has earned what its fills add up to, whatever is traded", () => {
      const anyStep = fc.record({
        account: fc.nat(3),
        side: fc.constantFrom("BUY" as const, "SELL" as const),
        eth: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 2_990, max: 3_010 }),
        isRestart: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
          const world = new ProjectedEngine(fresh());
          const accounts = world.open(4, 100_000);
          for (const [i, { account, side, eth, price, isRestart }] of steps.entries()) {
            world.place(START + i, accounts[account]!, side, eth, price);
            if (isRestart) world.restart();
          }
          for (const account of accounts) {
            const rows = world.history.positionHistory({ account, limit: 500 });
            const fills = world.history.fills({ account, page: 1, size: 500 }).rows;
            const total = (field: "tradingFee" | "realizedPnl") => rows.reduce((sum, row) => sum + row[field], 0);
            expect(total("tradingFee")).toBe(fills.reduce((sum, { fee }) => sum + fee, 0));
            expect(total("realizedPnl")).toBe(fills.reduce((sum, { realizedPnl }) => sum + realizedPnl, 0));
            const { quantity } = world.engine.position(account, 0, "CROSS");
            expect(rows.filter(({ closedAt }) => closedAt === 0).map(held)).toEqual(quantity === 0 ? [] : [quantity]);
            expect(rows.filter(({ closedAt }) => closedAt !== 0).every((row) => held(row) === 0)).toBe(true);
          }
        }),
        { numRuns: runs(20) },
      );
    });
  });
});
