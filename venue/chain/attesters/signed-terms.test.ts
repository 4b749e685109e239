// The terms that an attester has signed are known for good, and no others are signed in their place.

import { expect, test } from "bun:test";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { PaymentTerms } from "./attestation.ts";
import { SignedOtherwise, SignedTerms } from "./signed-terms.ts";

const TERMS: PaymentTerms = {
  withdrawalId: 1,
  accountId: `0x${"ab".repeat(32)}`,
  brokerId: "demo",
  nonce: 1,
  amount: 50_000_000,
  fee: 1_000_000,
  wallet: `0x${"cd".repeat(20)}`,
};

const OTHERS: Partial<PaymentTerms>[] = [
  { amount: 50_000_001 },
  { fee: 0 },
  { wallet: `0x${"ce".repeat(20)}` },
  { brokerId: "demo2" },
];

test("each withdrawal nonce of an account has one set of terms, across restarts", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "signed.log");
  const first = await SignedTerms.open(path);
  await Promise.all([first.note(TERMS), first.note(TERMS), first.note({ ...TERMS, nonce: 2, amount: 7 })]);
  for (const other of OTHERS) await expect(first.note({ ...TERMS, ...other })).rejects.toThrow(SignedOtherwise);
  await first.close();
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(2);

  const second = await SignedTerms.open(path);
  await second.note(TERMS);
  for (const other of OTHERS) await expect(second.note({ ...TERMS, ...other })).rejects.toThrow(SignedOtherwise);
  // The venue's id for the withdrawal does not matter: the vault does not know it.
  await second.note({ ...TERMS, withdrawalId: 9 });
  await second.close();
});

test("a line torn by a crash was no signature; with any other damage the file is refused", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "signed.log");
  const first = await SignedTerms.open(path);
  await first.note(TERMS);
  await first.close();
  const whole = readFileSync(path);
  appendFileSync(path, whole.subarray(0, whole.length - 1));
  const second = await SignedTerms.open(path);
  expect(readFileSync(path)).toEqual(whole);
  await expect(second.note({ ...TERMS, amount: 1 })).rejects.toThrow(SignedOtherwise);
  await second.close();

  truncateSync(path, 0);
  writeFileSync(path, whole.toString().replace("50000000", "50000001"));
  await expect(SignedTerms.open(path)).rejects.toThrow("line 1 is damaged: what was signed is not known");
});
