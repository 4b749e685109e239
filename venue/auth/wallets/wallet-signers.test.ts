import { expect, test } from "bun:test";
import { CHAIN_ID, registrationTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { seenThreads } from "@evermark/journal/testing/seen-threads.ts";
import { keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ApiError } from "../../wire/api-error.ts";
import { WalletSigners } from "./wallet-signers.ts";

const wallet = privateKeyToAccount(keccak256(stringToBytes("svc-test-vector-1")));
const message = { brokerId: "demo", chainId: CHAIN_ID, timestamp: 1, registrationNonce: 2 };
const data = registrationTypedData(message);
const signature = await wallet.signTypedData(data);
const signer = { kind: "signer", address: wallet.address.toLowerCase() } as const;

test("the thread recovers the signer, and reports messages that have none", async () => {
  const signers = new WalletSigners();
  const negative = registrationTypedData({ ...message, timestamp: -1 });
  expect(await signers.recover(data, signature, "10.0.0.1")).toEqual(signer);
  expect(await signers.recover(data, `0x${"f".repeat(130)}`, "10.0.0.1")).toEqual({ kind: "malformed" });
  expect(await signers.recover(negative, signature, "10.0.0.1")).toEqual({ kind: "unsignable" });
});

test("an address that sends many requests waits for itself, and is refused beyond a limit", async () => {
  const signers = new WalletSigners();
  const answered: string[] = [];
  const asked = (from: string) =>
    signers.recover(data, signature, from).then(
      () => answered.push(from),
      (error) => answered.push(`${from} ${(error as ApiError).code}`),
    );
  // Two are in progress, 64 wait, the last one is too many.
  const much = Array.from({ length: 67 }, () => asked("10.0.0.1"));
  const little = [asked("10.0.0.2"), asked("10.0.0.3")];
  await Promise.all(little);
  expect(answered.filter((each) => each === "10.0.0.1").length).toBeLessThan(10);
  expect(answered.filter((each) => each === "10.0.0.1 -1003")).toHaveLength(1);
  await Promise.all(much);
  expect(answered).toHaveLength(69);
});

test("the total number that waits is bounded", async () => {
  const signers = new WalletSigners();
  const results = Array.from({ length: 520 }, (_, n) => signers.recover(data, signature, `10.0.1.${n}`));
  const refused = (await Promise.allSettled(results.slice(514))).map((each) => (each as PromiseRejectedResult).reason);
  expect(refused.map((error) => error instanceof ApiError && [error.status, error.code])).toEqual(
    Array.from({ length: 6 }, () => [503, -1011]),
  );
});

test("a thread that dies refuses what it had and is reported, and a new one continues with what waits", async () => {
  using threads = seenThreads();
  const signers = new WalletSigners();
  const deaths: string[] = [];
  signers.onDeath = (reason) => deaths.push(reason);
  const results = Array.from({ length: 6 }, () => signers.recover(data, signature, "10.0.0.1"));
  threads.started[0]!.terminate();
  const answers = await Promise.allSettled(results);
  const refused = answers.filter((each) => each.status === "rejected").map(({ reason }) => (reason as ApiError).code);
  // The thread has two at a time.
  expect(refused).toEqual([-1011, -1011]);
  expect(answers.slice(2)).toEqual(Array.from({ length: 4 }, () => ({ status: "fulfilled", value: signer })));
  expect(deaths).toEqual(["its thread has ended"]);
  expect(threads.started).toHaveLength(2);
});
