// Equal states have equal bytes, in whatever order their parts were filled. Rules 0.

import { expect, test } from "bun:test";
import { ByteWriter } from "../base/storage/bytes.ts";
import { START } from "../testing/setup.ts";
import { State } from "./state.ts";

const NUMBERS = [7, 5, 9, 6, 8];
const TEXTS = NUMBERS.map((n) => `text ${n}`);

/** Adds one entry to a part of a state, and returns the part. */
const FILLED: Readonly<Record<string, (state: State, n: number, text: string) => { write(out: ByteWriter): void }>> = {
  "accounts that are to be warned": ({ marginWarnings }, n) => {
    marginWarnings.warned.add(n);
    return marginWarnings;
  },
  "accounts whose orders go with maintenance": ({ venue }, n) => {
    venue.cancelsAtMaintenance.add(n);
    return venue;
  },
  "accounts that a deposit opened": ({ funds }, n) => {
    funds.openedByDeposit.add(n);
    return funds;
  },
  "numbers of transactions by sender": ({ funds }, n, text) => {
    funds.chainNonces.set(text, n);
    return funds;
  },
  "parked deposits": ({ funds }, n, reference) => {
    funds.parked.set(reference, { reference, accountId: "", amount: n as never, reason: "" });
    return funds;
  },
  "pending deposits": ({ funds }, n, key) => {
    const seen = {
      account: n,
      amount: n,
      source: "chain",
      reference: key,
      state: "PENDING",
      chainId: 1,
      transaction: key,
    };
    funds.pending.set(key, { key, createdAt: START, ...seen } as never);
    return funds;
  },
};

test.each(Object.keys(FILLED))("%s", (name) => {
  const bytesOf = (places: readonly number[]) => {
    const state = new State();
    const parts = places.map((place) => FILLED[name]!(state, NUMBERS[place]!, TEXTS[place]!));
    const out = new ByteWriter();
    parts.at(-1)!.write(out);
    return Buffer.from(out.view()).toString("hex");
  };
  const one = bytesOf([0, 1, 2, 3, 4]);
  expect([bytesOf([4, 3, 2, 1, 0]), bytesOf([1, 3, 0, 4, 2])]).toEqual([one, one]);
  expect(bytesOf([0, 1, 2, 3])).not.toBe(one);
});
