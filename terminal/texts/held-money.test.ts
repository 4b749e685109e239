import { expect, test } from "bun:test";
import { ApiError } from "@evermark/client";
import { dayAndTime } from "../format/time.ts";
import { wordsForFailure } from "../identity/failure-words.ts";
import { wordsForFundsFailure } from "../views/funds/funds-failure.ts";
import { refusalText } from "../views/ticket/ticket-refusals.ts";
import { heldMoney } from "./held-money.ts";

const held = (detail: Readonly<Record<string, unknown>>) => {
  const said = heldMoney({ code: -1012, detail: { symbol: "PERP_SOL_USDC", ...detail } });
  return said && `${said.what} ${said.advice}`;
};

test("a position that holds money back is reported with its market, the reason and the end", () => {
  const until = Date.UTC(2026, 4, 21, 12, 0, 0);
  expect(held({ reason: "MAINTENANCE", until })).toBe(
    `Nothing leaves the account while its position in SOL-PERP can't be liquidated: the venue is in maintenance. It ends at ${dayAndTime(until)}.`,
  );
  expect(held({ reason: "OPERATOR" })).toContain("the operator has halted the market. No end is known;");
  expect(held({ reason: "CLOCK_HALT" })).toContain("until the venue's clock is right again");
  for (const reason of ["INDEX_IN_DOUBT", "STALE_INDEX", "INDEX_JUMP"]) {
    expect(held({ reason })).toContain(
      "its index price is in doubt. It ends automatically once the price sources agree",
    );
  }
});

test("other refusals are not treated as held money", () => {
  expect(held({})).toBeUndefined();
  expect(heldMoney({ code: -1101, detail: { symbol: "PERP_SOL_USDC", reason: "MAINTENANCE" } })).toBeUndefined();
  expect(heldMoney({ code: -1012 })).toBeUndefined();
});

test("a withdrawal, a transfer, a vault deposit and a change of leverage give the same reason", () => {
  const detail = { symbol: "PERP_SOL_USDC", reason: "INDEX_JUMP" };
  const { what, advice } = heldMoney({ code: -1012, detail })!;
  const refusal = new ApiError({ status: 400, code: -1012, message: "no", detail });
  expect(wordsForFundsFailure(refusal)).toBe(`${what} ${advice}`);
  expect(wordsForFailure(refusal)).toBe(`${what} ${advice}`);
  expect(refusalText({ code: -1012, message: "no", detail })).toEqual({ what, advice });
});
