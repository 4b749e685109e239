import { expect, test } from "bun:test";
import { amountOf, lessFee } from "./amount.ts";

const amountFault = (typed: string, bounds: Parameters<typeof amountOf>[1]) => amountOf(typed, bounds).fault;

test("an amount is sent in the venue's notation, and not at all while it has an error", () => {
  const bounds = { most: "5000", least: "1" };
  expect(["1,000", "1000.50", "1,00", "", "6,000", "0"].map((typed) => amountOf(typed, bounds).amount)).toEqual([
    ...["1000", "1000.5", undefined, undefined, undefined, undefined],
  ]);
});

test("an amount is compared with the maximum to the last digit", () => {
  const most = "9007199254740993.000001";
  expect(amountFault(most, { most })).toBeUndefined();
  expect(amountFault("9007199254740993.000002", { most })).toBe("tooMuch");
  expect(amountFault("1", { most: "0.999999" })).toBe("tooMuch");
  expect(amountFault("1", { most: undefined })).toBeUndefined();
  expect(amountFault("1", { most: "5", least: "1.000001" })).toBe("tooLittle");
  expect(amountFault("0", { most })).toBe("zero");
  expect(amountFault("0.0000001", { most })).toBe("places");
});

test("the wallet gets exactly the amount less the fee, and grouped thousands are thousands", () => {
  expect(lessFee("250.5", "1")).toBe("249.5");
  expect(lessFee("1,000", "1")).toBe("999");
  expect(lessFee("1.000001", "1")).toBe("0.000001");
  expect(lessFee("1", "1")).toBeUndefined();
  expect(lessFee("1,00", "1")).toBeUndefined();
  expect(lessFee("", "1")).toBeUndefined();
});
