import { expect, test } from "bun:test";
import { accountIdOf, subAccountIdOf } from "./account-id.ts";

const WALLET = "0xD435D47bBEb4efdFD724FecC909476B16B95Fb31";
const DEMO = "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208";

test("a wallet has one account per builder, with the padded encoding of vault 2.1", () => {
  expect(accountIdOf(WALLET, "demo")).toBe(DEMO);
  expect(accountIdOf(WALLET, "demo2")).toBe("0xb6ff759849d0f9c08b0bfe4b7b383394cdc7ce4d8030d9bbcc28060370cc59b4");
});

test("the hex case of the wallet does not matter", () => {
  expect(accountIdOf(WALLET.toLowerCase(), "demo")).toBe(DEMO);
});

test("a sub-account's id follows from its main account's", () => {
  const id = "0x9a0187b70d6d9db448625d3e44a21b1037a5f6cfc862888486109dffcc21d236";
  expect(subAccountIdOf(DEMO, 1)).toBe(id);
  expect(subAccountIdOf(`0x${DEMO.slice(2).toUpperCase()}`, 1)).toBe(id);
});
