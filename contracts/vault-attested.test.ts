// Nothing is paid that the attesters have not signed, not even with the operator's key.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { CHAIN_ID } from "@evermark/interface/chain/wallet-messages.ts";
import type { Address, Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { attestationsInOrder, inOrderOfAddress, type Payment, paymentTypedData } from "./attestation-messages.ts";
import { hashOfText } from "./index.ts";
import type { Outcome } from "./testing/test-chain.ts";
import * as world from "./testing/vault-world.ts";

const { ALICE, ATTESTERS, BOB, BROKER, DAY, DEADLINE, GUARDIAN, OPERATOR, OWNER, START, STRANGER, USDC } = world;
const [FIRST, SECOND, THIRD] = ATTESTERS as [PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount];
const alice = ALICE.address;
/** A wallet that has never deposited. */
const THIEF = world.walletOf("thief");
let w: world.VaultWorld;
let fresh: Hex;
let signed: world.Signed;

beforeAll(async () => {
  w = await world.vaultWorld();
  await w.deposit(alice, 1000n);
  signed = await world.signedWithdrawal(ALICE, { amount: 100n, nonce: 1n, fee: 1n });
});
beforeEach(async () => {
  fresh = await w.chain.client.snapshot();
});
// Each test begins with 1000 of Alice, and three attesters of whom two have to sign.
afterEach(() => w.chain.client.revert({ id: fresh }));
afterAll(() => w.chain.stop());

test("the operator's key alone pays no wallet, fresh or not", async () => {
  const theft = await world.signedWithdrawal(THIEF, { amount: 500n, nonce: 1n });
  for (const each of [theft, signed]) expect((await handIn(each, [])).error).toBe("AttestationsInvalid");
  // Nor with what he can sign himself.
  for (const by of [[THIEF], [THIEF, ALICE], [FIRST], [FIRST, THIEF]]) {
    expect((await handIn(theft, by)).error).toBe("AttestationsInvalid");
  }
  expect(await w.balanceOf(THIEF.address)).toBe(0n);
});

test("an attester's key alone hands in nothing, and adds nothing to one signature", async () => {
  expect((await handIn(signed, [FIRST, SECOND], FIRST.address)).error).toBe("OnlyOperator");
  const [one] = await attestationsOf(signed, [FIRST]);
  for (const twice of [[one!, one!], [one!], [one!, "0x"]] as Hex[][]) {
    expect((await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, twice))).error).toBe("AttestationsInvalid");
  }
});

test("any two of three attesters are enough; three are too many", async () => {
  for (const [nonce, by] of [
    [FIRST, SECOND],
    [SECOND, THIRD],
    [FIRST, THIRD],
  ].entries()) {
    const each = await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 10n + BigInt(nonce) });
    expect((await handIn(each, by)).error).toBeUndefined();
  }
  expect((await handIn(signed, ATTESTERS)).error).toBe("AttestationsInvalid");
});

test("nothing of what they have signed can be altered, the fee least of all", async () => {
  const attestations = await attestationsOf(signed, [FIRST, SECOND]);
  const other = async (terms: Partial<world.WithdrawalTerms>, wallet = ALICE) =>
    world.signedWithdrawal(wallet, { amount: 100n, nonce: 1n, fee: 1n, ...terms });
  const altered: [string, world.Signed][] = [
    ["fee", await other({ fee: 0n })],
    ["higher fee", await other({ fee: 99n })],
    ["amount", await other({ amount: 101n })],
    ["nonce", await other({ nonce: 2n })],
    ["wallet", await other({}, BOB)],
  ];
  for (const [label, each] of altered) {
    const outcome = await w.vaultCall(OPERATOR, "withdraw", argsWith(each, attestations));
    expect([label, outcome.error]).toEqual([label, "AttestationsInvalid"]);
  }
  const later = await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, attestations, DEADLINE + 1n));
  expect(later.error).toBe("AttestationsInvalid");
  // What the wallet says of the time is the wallet's, and not theirs.
  expect((await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, attestations))).error).toBeUndefined();
});

test("what was signed for another vault, another chain or by another name is none", async () => {
  const places = { vault: STRANGER, chainId: 197 };
  for (const [label, change] of Object.entries(places)) {
    const place = { chainId: CHAIN_ID, vault: w.vault, [label]: change };
    const attestations = await attestationsOf(signed, [FIRST, SECOND], place);
    const outcome = await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, attestations));
    expect([label, outcome.error]).toEqual([label, "AttestationsInvalid"]);
  }
  const data = paymentTypedData({ chainId: CHAIN_ID, vault: w.vault }, paymentOf(signed));
  const named = { ...data, domain: { ...data.domain, name: "SVC" } };
  const byName = await inOrder([FIRST, SECOND], (each) => each.signTypedData(named));
  expect((await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, byName))).error).toBe("AttestationsInvalid");
  // On a chain that split off nothing is paid of what was signed for this one.
  const good = await attestationsOf(signed, [FIRST, SECOND]);
  await w.chain.client.request({ method: "anvil_setChainId", params: [197] } as never);
  const outcome = await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, good));
  await w.chain.client.request({ method: "anvil_setChainId", params: [196] } as never);
  expect(outcome.error).toBe("SignatureInvalid");
});

test("attestations have one order and one form", async () => {
  const [one, two] = (await attestationsOf(signed, [FIRST, SECOND])) as [Hex, Hex];
  const forms: Record<string, Hex[]> = {
    "the other order": [two, one],
    "v of old libraries": [one, `${two.slice(0, -2) as Hex}0${Number(`0x${two.slice(-2)}`) - 27}`],
    longer: [one, `${two}00`],
    zero: [one, `0x${"00".repeat(65)}`],
    "high s": [one, highS(two)],
  };
  for (const [label, each] of Object.entries(forms)) {
    const outcome = await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, each));
    expect([label, outcome.error]).toEqual([label, "AttestationsInvalid"]);
  }
});

test("an attestation that was not used dies at its deadline", async () => {
  const deadline = START + DAY;
  const attestations = await attestationsOf(signed, [FIRST, SECOND], undefined, deadline);
  const call = () => w.vaultCall(OPERATOR, "withdraw", argsWith(signed, attestations, deadline));
  const before = await w.chain.client.snapshot();
  await w.chain.setTime(deadline);
  expect((await call()).error).toBeUndefined();
  await w.chain.client.revert({ id: before });
  await w.chain.setTime(deadline + 1n);
  expect((await call()).error).toBe("AttestationExpired");
});

test("attesters are changed by the owner, and what the former ones signed counts no more", async () => {
  const former = await attestationsOf(signed, [FIRST, SECOND]);
  const next = inOrderOfAddress([THIRD.address, BOB.address]);
  const { events } = await w.vaultCall(OWNER, "changeAttesters", [next, 2]);
  expect(events).toMatchObject([{ name: "ChangeAttesters", args: { attesters: next, threshold: 2 } }]);
  expect(await w.read<readonly Address[]>("attesters")).toEqual(next);
  expect((await w.vaultCall(OPERATOR, "withdraw", argsWith(signed, former))).error).toBe("AttestationsInvalid");
  expect((await handIn(signed, [THIRD, BOB])).error).toBeUndefined();
  for (const other of [OPERATOR, GUARDIAN, STRANGER, FIRST.address]) {
    expect((await w.vaultCall(other, "changeAttesters", [next, 1])).error).toBe("OwnableUnauthorizedAccount");
  }
});

test("there are as many attesters as have to sign, none of them twice", async () => {
  const [low, high] = inOrderOfAddress([FIRST.address, SECOND.address]) as [Address, Address];
  const wrong: [string, readonly [readonly Address[], number]][] = [
    ["none to sign", [[low, high], 0]],
    ["too few", [[low, high], 3]],
    ["none at all", [[], 1]],
    ["twice", [[low, low], 2]],
    ["another order", [[high, low], 2]],
    ["the zero address", [[`0x${"00".repeat(20)}`, low], 1]],
    [
      "too many",
      [Array.from({ length: 17 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, "0")}` as const), 1],
    ],
  ];
  for (const [label, args] of wrong) {
    expect([label, (await w.vaultCall(OWNER, "changeAttesters", args)).error]).toEqual([label, "AttestersInvalid"]);
  }
  expect((await w.vaultCall(OWNER, "changeAttesters", [[low], 1])).error).toBeUndefined();
});

test("each attested call is a sign of life, and no other is", async () => {
  expect(await w.read<bigint>("lastSignOfLife")).toBe(await w.read<bigint>("startedAt"));
  await w.chain.setTime(START + DAY);
  await w.deposit(BOB.address, 10n);
  await w.vaultCall(GUARDIAN, "emergencyPause", []);
  await w.vaultCall(OWNER, "emergencyUnpause", []);
  expect((await handIn(signed, [FIRST])).error).toBeDefined();
  expect(await w.read<bigint>("lastSignOfLife")).toBe(await w.read<bigint>("startedAt"));
  await w.chain.setTime(START + 2n * DAY);
  await handIn(signed, [FIRST, SECOND]);
  expect(await w.read<bigint>("lastSignOfLife")).toBe(START + 2n * DAY);
  // Which it is when the withdrawal waits, too.
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 0n, 0n, 0n]);
  await w.chain.setTime(START + 3n * DAY);
  await handIn(await world.signedWithdrawal(ALICE, { amount: 10n, nonce: 2n }), [FIRST, SECOND]);
  expect(await w.read<bigint>("lastSignOfLife")).toBe(START + 3n * DAY);
});

test("two attesters and the operator together take what the caps let them, and no more at once", async () => {
  await w.chain.setTime(START + 2n * DAY);
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 50n, 120n, 100n]);
  let stolen = 0n;
  for (let nonce = 1n; nonce <= 20n; nonce++) {
    const thief = world.walletOf(`thief ${nonce % 4n}`);
    const { error, events } = await handIn(
      await world.signedWithdrawal(thief, { amount: 10n, nonce, timestamp: START * 1_000n }),
      [FIRST, SECOND],
    );
    expect(error).toBeUndefined();
    if (events.some(({ name }) => name === "AccountWithdraw")) stolen += 10n;
  }
  expect(stolen).toBe(120n);
  expect(await w.balanceOf(w.vault)).toBe(880n);
});

async function handIn(
  each: world.Signed,
  by: readonly PrivateKeyAccount[],
  from: Address = OPERATOR,
): Promise<Outcome> {
  return w.vaultCall(from, "withdraw", await world.attestedArgs(each, w.vault, by));
}

function argsWith(each: world.Signed, attestations: readonly Hex[], deadline = DEADLINE): readonly unknown[] {
  const { data, brokerId, token, timestamp, signature } = each;
  return [data, brokerId, token, timestamp, signature, deadline, attestations];
}

function paymentOf({ data }: world.Signed, deadline = DEADLINE): Payment {
  const { receiver: _, ...payment } = data;
  return { ...payment, deadline };
}

function attestationsOf(
  each: world.Signed,
  by: readonly PrivateKeyAccount[],
  place = { chainId: CHAIN_ID, vault: w.vault },
  deadline = DEADLINE,
): Promise<Hex[]> {
  const attested = paymentTypedData(place, paymentOf(each, deadline));
  return inOrder(by, (signer) => signer.signTypedData(attested));
}

async function inOrder(
  by: readonly PrivateKeyAccount[],
  sign: (signer: PrivateKeyAccount) => Promise<Hex>,
): Promise<Hex[]> {
  return attestationsInOrder(
    new Map(await Promise.all(by.map(async (each) => [each.address, await sign(each)] as const))),
  );
}

/** The same signature in its other form. */
function highS(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
  const v = signature.endsWith("1b") ? "1c" : "1b";
  return `${signature.slice(0, 66) as Hex}${s}${v}`;
}

test("the account that is paid is that of the attested hashes", () => {
  expect(paymentOf(signed)).toMatchObject({
    accountId: accountIdOf(alice, BROKER),
    brokerHash: hashOfText(BROKER),
    tokenHash: USDC,
  });
});
