import { expect, test } from "bun:test";
import { DEPOSIT_STEPS, type StepReport, stepsOf, WITHDRAWAL_STEPS } from "./steps.ts";

type DepositStep = (typeof DEPOSIT_STEPS)[number];
const statesOf = (reached: readonly StepReport<DepositStep>[], hasFailed = false) =>
  stepsOf(DEPOSIT_STEPS, reached, hasFailed).map(({ state }) => state);

test("a deposit runs from the allowance to the credit", () => {
  expect(statesOf([])).toEqual(["running", "waiting", "waiting", "waiting"]);
  const reached: StepReport<DepositStep>[] = [{ step: "approving" }, { step: "depositing", transaction: "0xb" }];
  expect(statesOf(reached)).toEqual(["done", "running", "waiting", "waiting"]);
  expect(statesOf([...reached, { step: "credited" }])).toEqual(["done", "done", "done", "done"]);
});

test("a deposit that was approved before needs no allowance", () => {
  expect(statesOf([{ step: "depositing" }])).toEqual(["skipped", "running", "waiting", "waiting"]);
});

test("a failure is attributed to the running step", () => {
  expect(statesOf([{ step: "approving" }], true)).toEqual(["failed", "waiting", "waiting", "waiting"]);
  expect(statesOf([{ step: "depositing" }], true)).toEqual(["skipped", "failed", "waiting", "waiting"]);
});

test("a withdrawal that was paid before the first look counts as sent, and its waiting step as skipped", () => {
  const reached = [{ step: "signing" }, { step: "accepted" }, { step: "paid", transaction: "0xa" }] as const;
  const steps = stepsOf(WITHDRAWAL_STEPS, reached, false);
  expect(steps.map(({ state }) => state)).toEqual(["done", "done", "skipped", "done", "done"]);
});

test("a transaction is shown at the first of its steps, and the latest one counts", () => {
  const reached: StepReport<DepositStep>[] = [
    { step: "approving", transaction: "0xa" },
    { step: "depositing", transaction: "0xb" },
    { step: "depositing", transaction: "0xc" },
    { step: "confirming", transaction: "0xc" },
  ];
  const hashes = stepsOf(DEPOSIT_STEPS, reached, false).map(({ transaction }) => transaction);
  expect(hashes).toEqual(["0xa", "0xc", undefined, undefined]);
});
