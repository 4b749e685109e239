import { expect, test } from "bun:test";
import fc from "fast-check";
import { amountFault, lessFee, microsOf, textOfMicros } from "./amount.ts";

test("an amount is read digit by digit, and written again without a loss", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (micros) => {
      expect(microsOf(textOfMicros(micros))).toBe(micros);
    }),
  );
  expect(microsOf("0.1")).toBe(100_000n);
  expect(microsOf(".5")).toBe(500_000n);
  expect(microsOf("12.")).toBe(12_000_000n);
  expect(microsOf("1.0000000")).toBe(1_000_000n);
});

test("what is no amount of USDC is none", () => {
  for (const text of ["", ".", "1e3", "-1", "0x10", "1,000", "0.0000001"]) expect(microsOf(text)).toBeUndefined();
});

test("an amount is held against what there is, to the last digit", () => {
  const most = "9007199254740993.000001";
  expect(amountFault(most, { most })).toBeUndefined();
  expect(amountFault("9007199254740993.000002", { most })).toBe("tooMuch");
  expect(amountFault("1", { most: "0.999999" })).toBe("tooMuch");
  expect(amountFault("1", { most: undefined })).toBeUndefined();
  expect(amountFault("1", { most: "5", least: "1.000001" })).toBe("tooLittle");
  expect(amountFault("0.000", { most })).toBe("zero");
  expect(amountFault("0.0000001", { most })).toBe("places");
  expect(amountFault(".", { most })).toBe("notNumber");
  expect(amountFault("", { most })).toBeUndefined();
});

test("what the wallet gets is the amount less the fee, exactly", () => {
  expect(lessFee("250.5", "1")).toBe("249.5");
  expect(lessFee("1.000001", "1")).toBe("0.000001");
  expect(lessFee("1", "1")).toBeUndefined();
  expect(lessFee("", "1")).toBeUndefined();
});
