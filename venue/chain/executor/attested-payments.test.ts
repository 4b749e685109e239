// Payments that two of three attesters have to sign, on a real chain: attesters that are away, keys that are stolen, and
// money that is not given back while a signature is still valid.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Hex, keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { paymentDigest, termsOf } from "../attesters/attestation.ts";
import { EngineLedger } from "./ledger.ts";
import { OPERATOR_KEY, PayerWorld } from "./testing/payer-world.ts";
import { payingCall, VaultReader } from "./vault-calls.ts";

const KEYS = ["one", "two", "three"].map((name) => keccak256(stringToBytes(`attester ${name}`)));
const USDC = 1_000_000n;
const LIFETIME = 3_600;

let world: PayerWorld;
beforeAll(async () => {
  world = await PayerWorld.start({ attesterKeys: KEYS, threshold: 2 });
});
afterAll(() => world.stop());

test("any two of three attesters are enough, and a single one is not", async () => {
  const all = world.attesters;
  const account = world.open();
  for (const away of all) {
    world.attesters = all.filter((each) => each !== away);
    const executor = world.executor();
    const id = await world.request(account, 100);
    await executor.round();
    expect(world.find(id)?.state).toBe("PROCESSING");
    await world.mine(2);
    await executor.round();
  }
  expect(await world.heldBy(account)).toBe(3n * 99n * USDC);

  world.attesters = all.slice(0, 1);
  const executor = world.executor();
  const id = await world.request(account, 50);
  await executor.round();
  expect(world.find(id)?.state).toBe("PENDING");
  const [, second, third] = all.map(({ address }) => address);
  expect(world.trouble).toStartWith("1 of 2 attesters have signed it: ");
  expect(world.trouble).toContain(`${second} is away`);
  expect(world.trouble).toContain(`${third} is away`);
  // The payment continues as soon as another attester is there.
  world.attesters = all.slice(0, 2);
  executor.onAttesters();
  await executor.round();
  expect([world.find(id)?.state, world.trouble]).toEqual(["PROCESSING", ""]);
  await world.mine(2);
  await executor.round();
  world.attesters = all;
});

test("the vault pays nothing on the signatures of the operator and one attester", async () => {
  const account = world.open();
  const ledger = new EngineLedger(world.memory.engine, world.memory.venue.sequencer, 196);
  const withdrawal = ledger.named(world.find(await world.request(account, 70))!);
  const deadline = Number((await world.client.getBlock()).timestamp) + LIFETIME;
  const hash = paymentDigest({ chainId: 196, vault: world.vault }, termsOf(withdrawal), deadline);
  const by = (key: Hex) => privateKeyToAccount(key).sign({ hash });
  const [operators, first, second] = await Promise.all([OPERATOR_KEY, KEYS[0]!, KEYS[1]!].map(by));
  const operator = privateKeyToAccount(OPERATOR_KEY).address;
  const attempts: Hex[][] = [
    [],
    [operators!],
    [operators!, operators!],
    [first!],
    [first!, first!],
    [first!, operators!],
  ];
  const vault = new VaultReader(world.reader, world.vault, []);
  const head = Number(await world.client.getBlockNumber({ cacheTime: 0 }));
  for (const attempt of [...attempts, ...attempts.map((each) => each.toReversed())]) {
    const call = payingCall(withdrawal, { deadline, attestations: attempt });
    expect(await vault.trial(call, operator, head)).toBe("AttestationsInvalid");
  }
  // The same call with both signatures, in order, is paid.
  const pair = [
    { address: privateKeyToAccount(KEYS[0]!).address.toLowerCase(), signature: first! },
    { address: privateKeyToAccount(KEYS[1]!).address.toLowerCase(), signature: second! },
  ].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const attestations = pair.map(({ signature }) => signature);
  expect(await vault.trial(payingCall(withdrawal, { deadline, attestations }), operator, head)).toBeNull();
  await untilPaid(withdrawal.withdrawalId);
});

test("no money is given back while attesters' signatures are still valid", async () => {
  const account = world.open();
  const timing = { retryMs: 0, attemptsMax: 1, attestationSeconds: LIFETIME };
  const executor = world.executor({ timing });
  await executor.round();
  const id = await world.request(account, 80);
  await executor.round();
  const { chainNonce, transaction } = world.find(id)!.transactions.at(-1)!;
  const attested = await world.payingCallOf(id).catch(() => null);
  // Attesters sign only pending withdrawals, and this one no longer is.
  expect(attested).toBeNull();
  await world.client.dropTransaction({ hash: transaction as Hex });
  await world.asOperator(world.token, "0x", chainNonce);
  await world.mine(2);
  await executor.round();
  // It is proven that nothing was paid, and that our transaction can't be mined any more. But a thief of the operator's
  // key could have its bytes.
  expect(world.find(id)?.state).toBe("PROCESSING");
  // A process that knows nothing of the earlier one reaches the same result.
  await world.executor({ timing }).round();
  expect(world.find(id)?.state).toBe("PROCESSING");
  await world.client.increaseTime({ seconds: LIFETIME + 1 });
  await world.mine(2);
  await executor.round();
  expect(world.states(id)).toEqual(["PENDING", "PROCESSING", "FAILED"]);
  expect(await world.heldBy(account)).toBe(0n);
});

async function untilPaid(id: number): Promise<void> {
  const executor = world.executor();
  for (let rounds = 0; world.find(id) !== undefined; rounds++) {
    if (rounds > 20) throw new Error(`withdrawal ${id} did not end: ${world.trouble}`);
    await executor.round();
    await world.mine();
  }
}
