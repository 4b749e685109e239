// Engine and model create a vault, or refuse to, in the same cases: for any state of the fund and any requested
// address.

import { expect, test } from "bun:test";
import { type Command, micros } from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { deposit, openAccount, START } from "@evermark/engine/testing/setup.ts";
import { NaiveExchange } from "@evermark/model/naive-exchange.ts";
import fc from "fast-check";
import { SideBySide } from "./comparison/side-by-side.ts";

const PROVIDER = 0;
/** Sub-accounts of the provider, in the order of opening. */
const FUNDS = [1, 2, 3];
const ONE_USDC = 1_000_000;

function setUp(): SideBySide {
  const both = new SideBySide(new EngineByOpening(), new NaiveExchange());
  const fees = { takerFee: 60 as never, makerFee: 30 as never };
  both.apply({ type: "add_broker", at: START, brokerId: "one", ...fees });
  both.apply(openAccount(PROVIDER, "one"));
  for (const number of FUNDS) {
    const accountId = `0x${number.toString(16).padStart(64, "b")}`;
    both.apply({ type: "add_sub_account", at: START, account: PROVIDER as never, number, accountId, description: "" });
  }
  both.apply(deposit(PROVIDER, 100 * ONE_USDC, "provider"));
  return both;
}

const vaultIdOf = (digit: number) => `0x${digit.toString(16).repeat(64)}`;
const addressOf = (digit: number) => `0x${digit.toString(16).repeat(40)}`;

const creation = fc.record({ id: fc.nat(3), fund: fc.constantFrom(PROVIDER, ...FUNDS), address: fc.option(fc.nat(2)) });
const payment = fc.record({ from: fc.constantFrom(PROVIDER, ...FUNDS), to: fc.constantFrom(PROVIDER, ...FUNDS) });

function creationOf({ id, fund, address }: { id: number; fund: number; address: number | null }): Command {
  const profile = address === null ? null : { address: addressOf(address), description: "", providerName: "" };
  return {
    ...{ type: "create_vault", at: START, vaultId: vaultIdOf(id), name: "V", kind: "operator", profile },
    ...{ provider: PROVIDER as never, fund: fund as never, performanceFeePercent: 0 },
  };
}

test("an address, an id and a fund belong to one vault only, and a fund starts empty", () => {
  const both = setUp();
  const codes = (commands: readonly Parameters<typeof creationOf>[0][]) =>
    commands.map((each) => {
      both.apply(creationOf(each));
      return both.engine.engine.vaults.vaultIds.length;
    });
  expect(
    codes([
      { id: 1, fund: 1, address: 1 },
      { id: 2, fund: 2, address: 1 },
      { id: 1, fund: 2, address: 2 },
      { id: 2, fund: 2, address: null },
      { id: 3, fund: 3, address: null },
    ]),
  ).toEqual([1, 1, 1, 2, 3]);
});

test("engine and model create the same vaults", () => {
  const property = fc.property(fc.array(fc.oneof(creation, payment), { maxLength: 12 }), (steps) => {
    const both = setUp();
    for (const step of steps) {
      if ("id" in step) both.apply(creationOf(step));
      else {
        const receivers = [{ account: step.to as never, amount: micros(ONE_USDC) }];
        both.apply({ type: "transfer_funds", at: START, account: step.from as never, receivers, nonce: 0 });
      }
    }
  });
  fc.assert(property, { numRuns: 100 });
});
