import { expect, test } from "bun:test";
import { excessIn } from "./body-bounds.ts";

test("bodies of real queries pass, and so does text that is not JSON", () => {
  for (const text of [
    '{"type":"marketSummary","symbols":["PERP_ETH_USDC","PERP_BTC_USDC"]}',
    `{"type":"trades","address":"0x${"1".repeat(40)}","cursor":"${"9".repeat(900)}"}`,
    '{"a":"[[[[[[[[[[[[[[[["}',
    '{"a":"\\"[[[[[[[[[[[["}',
    `${"[".repeat(8)}${"]".repeat(8)}`,
    '"',
    '"\\',
    "",
    "1234567890.123456789e-123456789",
  ]) {
    expect(excessIn(text)).toBeUndefined();
  }
});

test("depth, digits and the number of values are bounded", () => {
  expect(excessIn("[".repeat(9))).toBe("it is nested deeper than 8");
  expect(excessIn(`{"a":${'{"b":'.repeat(8)}`)).toBe("it is nested deeper than 8");
  expect(excessIn(`{"a":${"1".repeat(41)}}`)).toBe("a number is longer than 40 letters");
  expect(excessIn(`[${"1,".repeat(1_001)}1]`)).toBe("it has more than 1000 values");
});
