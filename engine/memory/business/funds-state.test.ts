// Reading states of former formats.

import { expect, test } from "bun:test";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { micros, millis } from "../../base/units.ts";
import { FundsState, type Withdrawal } from "./funds-state.ts";

const terms = { withdrawalId: 5, account: 6, amount: micros(7), fee: micros(1), nonce: 8, chainId: 9 };
const withdrawal: Withdrawal = {
  ...terms,
  createdAt: millis(10),
  receiver: "0xreceiver",
  state: "PENDING",
  transaction: "0xlast",
  proof: null,
  attempts: 0,
  transactions: [],
};

function read(out: ByteWriter, format: number): FundsState {
  const input = new ByteReader(out.view().slice());
  input.format = format;
  const funds = new FundsState();
  funds.read(input);
  expect(input.done).toBe(true);
  return funds;
}

test("in format 12 a withdrawal has no proof, attempts or transactions, and no deposit is pending", () => {
  const out = new ByteWriter();
  for (const last of [1, 2, 3, 4]) out.f64(last);
  out.i32(1);
  for (const n of [5, 6, 7, 1, 8, 9, 10]) out.f64(n);
  out.text("0xreceiver");
  out.u8(0);
  out.text("0xlast");
  out.i32(0);
  const funds = read(out, 12);
  expect(funds.openWithdrawals()).toEqual([withdrawal]);
  expect([funds.pending.size, funds.chainNonces.size, funds.openedByDeposit.size]).toEqual([0, 0, 0]);
});

test("from format 13 on a withdrawal has them", () => {
  const signed = {
    ...withdrawal,
    proof: { signature: "0xsignature", signedAt: millis(11), signer: "0xsigner" },
    attempts: 2,
    transactions: [{ transaction: "0xfirst", raw: "0xraw", sender: "0xsender", chainNonce: 12 }],
  };
  const before = new FundsState();
  before.withdrawals.set(signed.withdrawalId, signed);
  const out = new ByteWriter();
  before.write(out);
  expect(read(out, 13).openWithdrawals()).toEqual([signed]);
});
