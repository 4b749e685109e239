// Who may change a vault, when one of their keys is stolen: the thief of an admin's key proposes what he likes and keeps nothing,
// the thief of a canceller's key stops nothing.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { type Abi, type Address, encodeFunctionData, getAddress, type Hex, keccak256, toHex, zeroHash } from "viem";
import { vaultTimelockBytecode } from "./artifacts/VaultTimelock.ts";
import { vaultTimelockAbi } from "./index.ts";
import { callOf, DEPLOYER, type Outcome, TestChain } from "./testing/test-chain.ts";
import { DAY, START } from "./testing/vault-world.ts";

const of = (end: string): Address => getAddress(`0x${end.padStart(40, "0")}`);
const [THIEF, ADMIN, STRANGER] = [of("a1"), of("a2"), of("a3")];
const [FIRST, SECOND, THIRD, FOURTH] = [of("c1"), of("c2"), of("c3"), of("c4")];
const PROPOSER = keccak256(toHex("PROPOSER_ROLE"));
const EXECUTOR = keccak256(toHex("EXECUTOR_ROLE"));
const CANCELLER = keccak256(toHex("CANCELLER_ROLE"));
const DELAY = 2n * DAY;

/** What the timelock is to call; of itself, if nothing else is said. */
interface Wish {
  readonly data: Hex;
  readonly salt?: Hex;
}

let chain: TestChain;
let timelock: Address;
let fresh: Hex;

beforeAll(async () => {
  chain = await TestChain.start([vaultTimelockAbi], START);
  timelock = await put([THIEF, ADMIN], [FIRST, SECOND, THIRD], 2n);
});
beforeEach(async () => {
  fresh = await chain.client.snapshot();
});
// Each test begins with two admins, of whom one is a thief, and three cancellers, of whom two have to agree.
afterEach(() => chain.client.revert({ id: fresh }));
afterAll(() => chain.stop());

test("the thief of an admin's key can't stop his own removal, and has nothing to say after it", async () => {
  const removal = [wish("revokeRole", [PROPOSER, THIEF]), wish("revokeRole", [EXECUTOR, THIEF])];
  for (const each of removal) {
    expect((await propose(ADMIN, each)).error).toBeUndefined();
    expect((await cancel(THIEF, each)).error).toBe("AccessControlUnauthorizedAccount");
    expect((await act(THIEF, "cancelBatch", [[await idOf(each)]])).error).toBe("AccessControlUnauthorizedAccount");
  }
  await wait(DELAY);
  for (const each of removal) expect((await execute(ADMIN, each)).error).toBeUndefined();
  expect(await members(PROPOSER)).toEqual([ADMIN]);
  expect((await propose(THIEF, wish("updateDelay", [0n]))).error).toBe("AccessControlUnauthorizedAccount");
  expect((await execute(THIEF, wish("updateDelay", [0n]))).error).toBe("AccessControlUnauthorizedAccount");
});

test("what a thief proposes is taken back, however much it is", async () => {
  const wishes = Array.from({ length: 40 }, (_, index) => ({
    ...wish("grantRole", [zeroHash, THIEF]),
    salt: toHex(index, { size: 32 }),
  }));
  for (const each of wishes) await propose(THIEF, each);
  const ids = await Promise.all(wishes.map(idOf));
  expect((await act(FIRST, "cancelBatch", [ids])).events.map(({ name }) => name)).toEqual(
    wishes.map(() => "CancelVote"),
  );
  const second = await act(SECOND, "cancelBatch", [ids]);
  expect(second.events.filter(({ name }) => name === "Cancelled")).toHaveLength(wishes.length);
  await wait(DELAY);
  for (const each of wishes) expect((await execute(THIEF, each)).error).toBe("TimelockUnexpectedOperationState");
});

test("the thief of one canceller's key stops nothing, however often he votes", async () => {
  const removal = wish("revokeRole", [PROPOSER, THIEF]);
  await propose(ADMIN, removal);
  expect((await cancel(FIRST, removal)).events).toMatchObject([{ name: "CancelVote", args: { canceller: FIRST } }]);
  expect((await cancel(FIRST, removal)).error).toBe("AlreadyVoted");
  expect((await act(FIRST, "cancelBatch", [[await idOf(removal)]])).error).toBe("AlreadyVoted");
  await wait(DELAY);
  expect((await execute(ADMIN, removal)).error).toBeUndefined();
});

test("an admin's key and a canceller's together change nothing that two cancellers do not want", async () => {
  const takeover = wish("grantRole", [zeroHash, THIEF]);
  await propose(THIEF, takeover);
  // His third is silent; the two who are left are enough.
  await cancel(FIRST, takeover);
  await cancel(SECOND, takeover);
  await wait(DELAY);
  expect((await execute(THIEF, takeover)).error).toBe("TimelockUnexpectedOperationState");
});

test("a vote counts as long as who gave it is a canceller", async () => {
  const salt = toHex(1, { size: 32 });
  const change = { ...wish("updateDelay", [3n * DAY]), salt };
  const removal = wish("revokeRole", [CANCELLER, FIRST]);
  await propose(ADMIN, removal);
  await wait(DELAY);
  await propose(ADMIN, change);
  await cancel(FIRST, change);
  expect(await read<readonly Address[]>("cancelVotes", [await idOf(change)])).toEqual([FIRST]);
  await execute(ADMIN, removal);
  expect((await cancel(FIRST, change)).error).toBe("AccessControlUnauthorizedAccount");
  expect((await cancel(SECOND, change)).events.map(({ name }) => name)).toEqual(["CancelVote"]);
  expect((await cancel(THIRD, change)).events.map(({ name }) => name)).toEqual(["CancelVote", "Cancelled"]);
  // Proposed again, no vote counts that was given before.
  await propose(ADMIN, change);
  expect((await cancel(SECOND, change)).events.map(({ name }) => name)).toEqual(["CancelVote"]);
  await wait(DELAY);
  expect((await execute(ADMIN, change)).error).toBeUndefined();
});

test("only a proposal can be voted on, and only while it waits", async () => {
  const change = wish("updateDelay", [3n * DAY]);
  expect((await cancel(FIRST, change)).error).toBe("TimelockUnexpectedOperationState");
  await propose(ADMIN, change);
  await cancel(FIRST, change);
  await wait(DELAY);
  await execute(ADMIN, change);
  for (const each of [SECOND, THIRD])
    expect((await cancel(each, change)).error).toBe("TimelockUnexpectedOperationState");
});

test("who proposes never cancels, whatever is proposed", async () => {
  const both = [wish("grantRole", [CANCELLER, THIEF]), wish("grantRole", [PROPOSER, FIRST])];
  for (const each of both) await propose(THIEF, each);
  await wait(DELAY);
  for (const each of both) expect((await execute(THIEF, each)).error).toBe("RolesOverlap");
  await expect(put([THIEF, FIRST], [FIRST, SECOND], 2n)).rejects.toThrow("constructor reverted");
});

test("there are always as many cancellers as have to agree", async () => {
  for (const quorum of [0n, 4n]) {
    await expect(put([ADMIN], [FIRST, SECOND, THIRD], quorum)).rejects.toThrow("constructor reverted");
  }
  expect((await act(ADMIN, "setCancelQuorum", [3n])).error).toBe("TimelockUnauthorizedCaller");
  const wishes = [wish("setCancelQuorum", [3n]), wish("revokeRole", [CANCELLER, THIRD]), wish("setCancelQuorum", [0n])];
  const grant = wish("grantRole", [CANCELLER, FOURTH]);
  for (const each of [...wishes, grant]) await propose(ADMIN, each);
  await wait(DELAY);
  expect((await execute(ADMIN, wishes[0]!)).events.map(({ name }) => name)).toContain("ChangeCancelQuorum");
  expect((await execute(ADMIN, wishes[1]!)).error).toBe("QuorumInvalid");
  expect((await act(THIRD, "renounceRole", [CANCELLER, THIRD])).error).toBe("QuorumInvalid");
  expect((await execute(ADMIN, wishes[2]!)).error).toBe("QuorumInvalid");
  await execute(ADMIN, grant);
  expect((await execute(ADMIN, wishes[1]!)).error).toBeUndefined();
  expect((await members(CANCELLER)).toSorted()).toEqual([FIRST, SECOND, FOURTH].toSorted());
});

test("who is not asked can neither propose nor cancel nor carry out", async () => {
  const change = wish("updateDelay", [3n * DAY]);
  expect((await propose(STRANGER, change)).error).toBe("AccessControlUnauthorizedAccount");
  await propose(ADMIN, change);
  for (const other of [STRANGER, ADMIN, DEPLOYER.address]) {
    expect((await cancel(other, change)).error).toBe("AccessControlUnauthorizedAccount");
  }
  await wait(DELAY);
  for (const other of [STRANGER, FIRST, DEPLOYER.address]) {
    expect((await execute(other, change)).error).toBe("AccessControlUnauthorizedAccount");
  }
});

function put(admins: readonly Address[], cancellers: readonly Address[], quorum: bigint): Promise<Address> {
  return chain.put(vaultTimelockAbi, vaultTimelockBytecode, [DELAY, admins, cancellers, quorum]);
}

function wish(functionName: string, args: readonly unknown[]): Wish {
  return { data: encodeFunctionData({ abi: vaultTimelockAbi as Abi, functionName, args }) };
}

function termsOf({ data, salt = zeroHash }: Wish) {
  return [timelock, 0n, data, zeroHash, salt] as const;
}

function idOf(each: Wish): Promise<Hex> {
  return read<Hex>("hashOperation", termsOf(each));
}

function propose(by: Address, each: Wish): Promise<Outcome> {
  return act(by, "schedule", [...termsOf(each), DELAY]);
}

function execute(by: Address, each: Wish): Promise<Outcome> {
  return act(by, "execute", termsOf(each));
}

async function cancel(by: Address, each: Wish): Promise<Outcome> {
  return act(by, "cancel", [await idOf(each)]);
}

function act(by: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
  return chain.act(callOf(vaultTimelockAbi as Abi, by, timelock, functionName, args as never));
}

function members(role: Hex): Promise<readonly Address[]> {
  return read("membersOf", [role]);
}

async function wait(seconds: bigint): Promise<void> {
  await chain.setTime((await chain.time()) + seconds);
  await chain.client.mine({ blocks: 1 });
}

async function read<T>(functionName: string, args: readonly unknown[]): Promise<T> {
  const { client } = chain;
  return (await client.readContract({ abi: vaultTimelockAbi as Abi, address: timelock, functionName, args })) as T;
}
