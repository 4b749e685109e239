// The venue's reserves by place, as shown on the page.

import { expect, test } from "bun:test";
import { type Reserves, reserveLines } from "./reserve-lines.ts";

const row = (changes: Partial<Reserves["rows"][number]>): Reserves["rows"][number] => ({
  ...{ place: "treasury", chain_id: 1, address: "0xaa", token: "USDT", token_address: "0xbb", balance: 1_234.5 },
  ...{ block: 7, uncredited: 0, price: 1, value: 1_234.5, cap: 5_000, stop: null, ...changes },
});
const linesOf = (...rows: Reserves["rows"]) =>
  reserveLines({ assets: 0, liabilities: 0, shortfall: 0, updated_time: 1, rows });

test("each place has its name, its amount and its address", () => {
  const vault = row({ place: "vault", token: "USDC", chain_id: 196, balance: null, address: null });
  expect(linesOf(vault, row({}), row({ chain_id: 10 }))).toEqual([
    { name: "In the vault", amount: "not known yet", address: undefined, stop: null },
    { name: "USDT on Ethereum", amount: "1,234.5 USDT", address: "0xaa", stop: null },
    { name: "USDT on Chain 10", amount: "1,234.5 USDT", address: "0xaa", stop: null },
  ]);
});

test("an uncredited amount is shown along with the reason", () => {
  const [line] = linesOf(row({ uncredited: 30, stop: "USDT is off its peg" }));
  expect(line).toMatchObject({ amount: "1,234.5 USDT, of which 30 is not credited", stop: "USDT is off its peg" });
});
