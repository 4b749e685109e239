import { expect, test } from "bun:test";
import { DEPOSIT_STEPS, stepsOf, type Told, WITHDRAWAL_STEPS } from "./steps.ts";

type DepositStep = (typeof DEPOSIT_STEPS)[number];
const statesOf = (told: readonly Told<DepositStep>[], hasFailed = false) =>
  stepsOf(DEPOSIT_STEPS, told, hasFailed).map(({ state }) => state);

test("a deposit goes from the allowance to the credit", () => {
  expect(statesOf([])).toEqual(["running", "waiting", "waiting", "waiting"]);
  const told: Told<DepositStep>[] = [{ step: "approving" }, { step: "depositing", transaction: "0xb" }];
  expect(statesOf(told)).toEqual(["done", "running", "waiting", "waiting"]);
  expect(statesOf([...told, { step: "credited" }])).toEqual(["done", "done", "done", "done"]);
});

test("a deposit that was allowed before needs no allowance", () => {
  expect(statesOf([{ step: "depositing" }])).toEqual(["skipped", "running", "waiting", "waiting"]);
});

test("a failure belongs to the step that was under way", () => {
  expect(statesOf([{ step: "approving" }], true)).toEqual(["failed", "waiting", "waiting", "waiting"]);
  expect(statesOf([{ step: "depositing" }], true)).toEqual(["skipped", "failed", "waiting", "waiting"]);
});

test("a withdrawal that was paid before anybody looked was sent, and waited for nothing", () => {
  const told = [{ step: "signing" }, { step: "accepted" }, { step: "paid", transaction: "0xa" }] as const;
  const steps = stepsOf(WITHDRAWAL_STEPS, told, false);
  expect(steps.map(({ state }) => state)).toEqual(["done", "done", "skipped", "done", "done"]);
});

test("a transaction stands at the first of its steps, and the newest one counts", () => {
  const told: Told<DepositStep>[] = [
    { step: "approving", transaction: "0xa" },
    { step: "depositing", transaction: "0xb" },
    { step: "depositing", transaction: "0xc" },
    { step: "confirming", transaction: "0xc" },
  ];
  const hashes = stepsOf(DEPOSIT_STEPS, told, false).map(({ transaction }) => transaction);
  expect(hashes).toEqual(["0xa", "0xc", undefined, undefined]);
});
