// The audit of isolated margin detects every kind of fault. Rules 5.9.

import { describe, expect, test } from "bun:test";
import { CLEARING } from "../../memory/account/accounts.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { B } from "../../testing/small-exchange.ts";
import { auditIsolated } from "./isolated-audit.ts";

/** An isolated long with a closing and an opening order resting, beside a cross row. */
function exchange(): IsolatedExchange {
  const exchange = new IsolatedExchange(1_000);
  exchange.rest(B, "SELL", 150, 10);
  exchange.isolated("BUY", "IOC", 150, 10);
  exchange.isolated("SELL", "LIMIT", 155, 12);
  exchange.rest(OWNER, "BUY", 149, 1, { marginMode: "CROSS" });
  return exchange;
}

const rowOf = (d: IsolatedExchange, mode: "CROSS" | "ISOLATED") => d.state.rows.find(OWNER, 0, mode);

test("a sound exchange passes", () => {
  expect(() => auditIsolated(exchange().state)).not.toThrow();
});

describe("the audit names", () => {
  const faults: readonly (readonly [string, (d: IsolatedExchange) => void, string])[] = [
    [
      "a row that reserves what no order opens",
      (d) => {
        d.state.rows.setReserveSell(rowOf(d, "ISOLATED"), d.state.rows.reserveSell(rowOf(d, "ISOLATED")) + 1);
      },
      "an isolated row reserves what its orders open",
    ],
    [
      "an account that reserves what no row does",
      (d) => {
        d.state.accounts.setIsolatedOrderFrozen(OWNER, d.state.accounts.isolatedOrderFrozen(OWNER) + 1);
      },
      "an account reserves what its isolated orders do",
    ],
    [
      "margin on a cross row",
      (d) => {
        d.state.rows.setMargin(rowOf(d, "CROSS"), 1);
      },
      "a cross row has no margin of its own",
    ],
    [
      "margin without a position",
      (d) => {
        d.state.rows.setQuantity(rowOf(d, "ISOLATED"), 0);
      },
      "a flat isolated row has neither cost nor margin",
    ],
    [
      "a default mode that is kept where nothing reads it",
      (d) => {
        d.state.rows.setIsolatedByDefault(rowOf(d, "ISOLATED"), 1);
      },
      "the default mode is kept on the cross row",
    ],
    [
      "an order on a row of another mode",
      (d) => {
        const { rows } = d.state;
        rows.setIsolated(rowOf(d, "CROSS"), 1);
      },
      "an order is listed with its own row",
    ],
    [
      "an isolated row of the venue's own",
      (d) => {
        d.state.rows.obtain(d.state.accounts, CLEARING, 0, "ISOLATED");
      },
      "isolated rows are users'",
    ],
  ];
  for (const [name, breakIt, named] of faults) {
    test(name, () => {
      const broken = exchange();
      breakIt(broken);
      expect(() => auditIsolated(broken.state)).toThrow(named);
    });
  }
});
