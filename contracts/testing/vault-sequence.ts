// A random sequence of calls by all roles, done with a vault on a chain and with the model of one. What must hold whatever
// anyone does is checked once more at the end, from the events of the contract.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import fc from "fast-check";
import { type Address, type Hex, zeroAddress } from "viem";
import { inOrderOfAddress } from "../attestation-messages.ts";
import { type BalanceLeaf, BalanceTree } from "../balance-tree.ts";
import { hashOfText } from "../hashes.ts";
import type { Call, Said } from "./test-chain.ts";
import { DEPLOYER } from "./test-chain.ts";
import { ATTESTED_BY, DELAYS, ROLES, type Role, type Step, VaultModel, WALLETS } from "./vault-model.ts";
import * as world from "./vault-world.ts";

const { BROKER, DAY, GUARDIAN, OPERATOR, OWNER, STRANGER, USDC } = world;
const WEALTH = 1_000_000n;
const wallets = Array.from({ length: WALLETS }, (_, index) => world.walletOf(`sequence-${index}`));
const addresses: Readonly<Record<Role, Address>> = {
  ...{ owner: OWNER, operator: OPERATOR, guardian: GUARDIAN, stranger: STRANGER },
  ...{ wallet0: wallets[0]!.address, wallet1: wallets[1]!.address },
};

const amount = fc.nat({ max: 80 });
const wallet = fc.nat({ max: WALLETS - 1 });
/** Mostly what leaves at once. */
const withdrawn = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 30 }) },
  { weight: 1, arbitrary: fc.nat({ max: 90 }) },
);
const NONCE_MAX = 30;
const nonce = fc.nat({ max: NONCE_MAX });
/** Mostly oneself: what no wallet signed is refused long before anything of interest. */
const mostly = <T>(value: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others });
const role = fc.constantFrom(...ROLES);
/** A minute before and after the ends: why a call was refused is asked a little later. */
const AGES = [DELAYS.message - 60, DELAYS.message + 60, 60 - DELAYS.message, -DELAYS.message - 60];
const attestedBy = mostly(ATTESTED_BY, fc.nat({ max: world.ATTESTERS.length }));
/** Mostly at once, so that a day fills up; else around the edges of hours, days and delays. */
const wait = fc.oneof(
  { weight: 8, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(60, 3599, 3600, 39_600, 43_200) },
  { weight: 1, arbitrary: fc.constantFrom(82_799, 82_800, 86_399, 86_400, 89_999, 172_800) },
);

const kinds = {
  depositTo: wallet.chain((each) =>
    fc.record({ by: role, wallet: fc.constant(each), account: mostly(each, wallet), amount }),
  ),
  withdraw: wallet.chain((each) =>
    fc.record({
      ...{
        by: mostly<Role>("operator", role),
        wallet: fc.constant(each),
        signer: mostly(each, wallet),
        nonce,
        amount: withdrawn,
      },
      fee: mostly(0, fc.nat({ max: 90 })),
      age: mostly(0, fc.constantFrom(...AGES)),
      attestedBy,
    }),
  ),
  publishBalances: fc.record({
    ...{ by: role, results: fc.array(fc.integer({ min: -60, max: 60 }), { minLength: WALLETS, maxLength: WALLETS }) },
    ...{ others: mostly(0, fc.integer({ min: -60, max: 60 })), rise: mostly(1, fc.nat({ max: 1 })), attestedBy },
  }),
  exit: fc.record({ by: role, wallet, lie: mostly(0, fc.integer({ min: -1, max: 1 })) }),
  changeAttesters: fc.record({ by: mostly<Role>("owner", role) }),
  changeSuccessor: fc.record({ by: mostly<Role>("owner", role), named: fc.boolean() }),
  moveToSuccessor: fc.record({ by: role, off: mostly(0, fc.integer({ min: -1, max: 1 })), attestedBy }),
  payQueued: fc.record({ by: role, wallet, nonce }),
  cancelQueued: fc.record({ by: mostly<Role>("owner", role), wallet, nonce }),
  fund: fc.record({ by: role, amount }),
  transfer: fc.record({ by: role, amount }),
  rescue: fc.record({ by: mostly<Role>("owner", role), amount }),
  emergencyPause: fc.record({ by: mostly<Role>("guardian", role) }),
  emergencyUnpause: fc.record({ by: mostly<Role>("owner", role) }),
  setAllowedToken: fc.record({ by: mostly<Role>("owner", role), allowed: mostly(true, fc.constant(false)) }),
  setAllowedBroker: fc.record({ by: mostly<Role>("owner", role), allowed: mostly(true, fc.constant(false)) }),
  setBlacklisted: fc.record({ by: fc.constant<Role>("stranger"), wallet, allowed: fc.boolean() }),
  setWithdrawCaps: fc.record({
    ...{
      by: mostly<Role>("owner", role),
      perWithdrawal: fc.constantFrom(0, 30, 60),
      perDay: fc.constantFrom(0, 60, 90),
      perAccountDay: fc.constantFrom(0, 45, 90),
    },
  }),
  setDepositLimit: fc.record({ by: mostly<Role>("owner", role), amount: fc.constantFrom(0, 100, 300) }),
  setMaxWithdrawFee: fc.record({ by: mostly<Role>("owner", role), amount: fc.constantFrom(0, 1, 50) }),
  setQueueDelay: fc.record({ by: mostly<Role>("owner", role), amount: fc.constantFrom(0, 1, 3600, 86_400, 2_592_001) }),
} as const;

const WEIGHTS: Partial<Record<keyof typeof kinds, number>> = {
  depositTo: 8,
  withdraw: 20,
  payQueued: 10,
  emergencyUnpause: 3,
  publishBalances: 3,
  exit: 6,
  moveToSuccessor: 2,
};

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      ...Object.entries(kinds).map(([call, arbitrary]) => ({
        weight: WEIGHTS[call as keyof typeof kinds] ?? 1,
        arbitrary: (arbitrary as fc.Arbitrary<object>).map((rest) => ({ call, ...rest })),
      })),
    ),
    wait,
  )
  .map(([step, seconds]) => ({ ...step, wait: seconds }) as unknown as Step);

export interface SequenceWorld {
  readonly w: world.VaultWorld;
  /** The vault that comes after it. */
  readonly next: Address;
}

/** Of a vault whose caps the model begins with, and of wallets that have money and let the vault take it. */
export async function sequenceWorld(): Promise<SequenceWorld> {
  const w = await world.vaultWorld();
  const caps = { perWithdrawal: 30n, perDay: 60n, perAccountDay: 45n };
  const delays = { pause: BigInt(DELAYS.pause), escape: BigInt(DELAYS.escape), message: BigInt(DELAYS.message) };
  const next = w.vault;
  w.vault = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc, ...caps }], DAY, delays);
  for (const address of Object.values(addresses)) {
    await w.tokenCall(address, "mint", [address, WEALTH]);
    await w.tokenCall(address, "approve", [w.vault, WEALTH]);
  }
  return { w, next };
}

/** Does the steps; leaves the world as it found it. @throws where vault and model differ */
export async function holdAgainstModel(place: SequenceWorld, steps: readonly Step[]): Promise<void> {
  const { client } = place.w.chain;
  const before = await client.snapshot();
  try {
    await doSteps(place, steps);
  } finally {
    await client.revert({ id: before });
  }
}

async function doSteps(place: SequenceWorld, steps: readonly Step[]): Promise<void> {
  const { w } = place;
  const model = new VaultModel(Number(await w.read<bigint>("startedAt")), Number(await w.chain.time()));
  const emitted: Said[] = [];
  for (const step of steps) {
    const expected = model.apply(step);
    await w.chain.setTime(model.at);
    const { error, events } = await w.chain.act(await callOfStep(place, step, model));
    if (error !== expected) throw new Error(`${JSON.stringify(step)}: ${error ?? "done"}, not ${expected ?? "done"}`);
    emitted.push(...events.filter(({ address }) => address === w.vault));
    requireCap(model);
  }
  await requireEqual(place, model);
  requirePromises(emitted);
}

/**
 * Of what left at once beyond what its account had brought in, the last 24 hours to the second never exceed the cap of the
 * moment when something leaves.
 */
function requireCap({ payouts, caps, at }: VaultModel): void {
  const newest = payouts.at(-1);
  if (newest === undefined || newest.beyond === null || newest.at !== at) return;
  const recent = payouts.filter((each) => each.beyond !== null && each.at > at - Number(DAY));
  const sum = recent.reduce((total, each) => total + each.beyond!, 0);
  if (newest.beyond > 0 && (sum > caps.perDay || newest.amount > caps.perWithdrawal)) {
    throw new Error(`${sum} left within a day at ${at}`);
  }
}

/** Everything that can be read of the vault is what the model says. */
async function requireEqual({ w, next }: SequenceWorld, model: VaultModel): Promise<void> {
  const found = {
    booked: await w.read<bigint>("booked", [w.usdc]),
    balance: await w.balanceOf(w.vault),
    moved: await w.balanceOf(next),
    deposits: await w.read<bigint>("depositId"),
    paused: await w.read<boolean>("paused"),
    gains: await Promise.all(wallets.map(async ({ address }) => (await w.balanceOf(address)) - WEALTH)),
    flows: await Promise.all(wallets.map(({ address }) => flowOf(w, accountIdOf(address, BROKER)))),
    state: await w.read<readonly unknown[]>("tokenState", [USDC]),
    waiting: await Promise.all(model.waiting.map((each) => waitingIn(w, each.wallet, each.nonce))),
    used: await usedIn(w),
  };
  const expected = {
    booked: BigInt(model.booked),
    balance: BigInt(model.balance),
    moved: BigInt(model.moved),
    deposits: BigInt(model.deposits),
    paused: model.isPaused,
    gains: model.gains.map(BigInt),
    flows: wallets.map((_, index) => [model.nets[index]!, model.creditOf(index), model.countedOf(index)].map(BigInt)),
    state: [
      BigInt(model.nets.reduce((sum, each) => sum + each, 0)),
      BigInt(model.waiting.reduce((sum, each) => sum + each.amount - each.fee, 0)),
      model.exitsOpen,
    ],
    waiting: model.waiting.map(({ amount, fee, payableAt }) => [amount, fee, payableAt].map(BigInt)),
    used: [...model.usedNonces].sort(),
  };
  if (!Bun.deepEquals(found, expected))
    throw new Error(`found ${Bun.inspect(found)}, expected ${Bun.inspect(expected)}`);
}

function flowOf(w: world.VaultWorld, accountId: Hex): Promise<readonly bigint[]> {
  return w.read<readonly bigint[]>("accountFlow", [USDC, accountId]);
}

async function waitingIn(w: world.VaultWorld, index: number, withdrawNonce: number): Promise<bigint[]> {
  const account = accountIdOf(wallets[index]!.address, BROKER);
  type Queued = { tokenAmount: bigint; fee: bigint; payableAt: bigint };
  const { tokenAmount, fee, payableAt } = await w.read<Queued>("queued", [account, BigInt(withdrawNonce)]);
  return [tokenAmount, fee, payableAt];
}

async function usedIn(w: world.VaultWorld): Promise<string[]> {
  const used: string[] = [];
  for (const [index, { address }] of wallets.entries()) {
    for (let each = 0; each <= NONCE_MAX; each++) {
      if (await w.read<boolean>("done", [accountIdOf(address, BROKER), BigInt(each)])) used.push(`${index}:${each}`);
    }
  }
  return used.sort();
}

/** From the events alone: never out more than in, and each nonce ends once, as its wallet's. */
function requirePromises(emitted: readonly Said[]): void {
  let balance = 0n;
  const ended = new Set<string>();
  for (const { name, args } of emitted) {
    if (name === "AccountDepositTo") balance += args.tokenAmount as bigint;
    if (name === "Funded") balance += args.amount as bigint;
    if (name === "AccountWithdraw") balance -= (args.tokenAmount as bigint) - (args.fee as bigint);
    if (name === "Exited") balance -= args.paid as bigint;
    if (name === "Moved") balance -= args.amount as bigint;
    if (balance < 0n) throw new Error("more was paid out than came in");
    if (name !== "AccountWithdraw" && name !== "WithdrawFailed") continue;
    const key = `${args.accountId}:${args.withdrawNonce}`;
    if (ended.has(key)) throw new Error(`${key} ended twice`);
    ended.add(key);
    if (accountIdOf(args.receiver as Address, BROKER) !== (args.accountId as Hex))
      throw new Error(`${key} went elsewhere`);
  }
}

async function callOfStep({ w, next }: SequenceWorld, step: Step, model: VaultModel): Promise<Call> {
  const by = addresses[step.by];
  const vault = (name: string, args: readonly unknown[]) => w.call(by, name, args);
  switch (step.call) {
    case "depositTo": {
      const deposit = world.depositOf(wallets[step.account]!.address, BigInt(step.amount));
      return vault("depositTo", [wallets[step.wallet]!.address, deposit]);
    }
    case "withdraw":
      return vault("withdraw", await withdrawalArgs(step, w.vault, model.at));
    case "publishBalances":
      return vault("publishBalances", await publicationArgs(step, w.vault, model));
    case "exit":
      return vault("exit", exitArgs(step, model));
    case "changeAttesters":
      return vault("changeAttesters", [inOrderOfAddress(world.ATTESTERS.map(({ address }) => address)), ATTESTED_BY]);
    case "changeSuccessor":
      return vault("changeSuccessor", [step.named ? next : zeroAddress]);
    case "moveToSuccessor": {
      const move = { tokenHash: USDC, successor: next, amount: BigInt(model.offered) };
      return vault("moveToSuccessor", await world.moveArgs(move, w.vault, world.ATTESTERS.slice(0, step.attestedBy)));
    }
    case "payQueued":
    case "cancelQueued":
      return vault(step.call, [accountIdOf(wallets[step.wallet]!.address, BROKER), BigInt(step.nonce)]);
    case "fund":
      return vault("fund", [USDC, BigInt(step.amount)]);
    case "transfer":
      return w.tokenCallOf(by, "transfer", [w.vault, BigInt(step.amount)]);
    case "rescue":
      return vault("rescue", [w.usdc, DEPLOYER.address, BigInt(step.amount)]);
    case "setAllowedToken":
      return vault("setAllowedToken", [USDC, step.allowed]);
    case "setAllowedBroker":
      return vault("setAllowedBroker", [hashOfText(BROKER), step.allowed]);
    case "setBlacklisted":
      return w.tokenCallOf(DEPLOYER.address, "setBlacklisted", [wallets[step.wallet]!.address, !step.allowed]);
    case "setWithdrawCaps":
      return vault("setWithdrawCaps", [
        w.usdc,
        ...[step.perWithdrawal, step.perDay, step.perAccountDay].map((each) => BigInt(each)),
      ]);
    case "setDepositLimit":
    case "setMaxWithdrawFee":
      return vault(step.call, [w.usdc, BigInt(step.amount)]);
    case "setQueueDelay":
      return vault("setQueueDelay", [BigInt(step.amount)]);
    default:
      return vault(step.call, []);
  }
}

async function withdrawalArgs(
  step: Extract<Step, { call: "withdraw" }>,
  vault: Address,
  at: number,
): Promise<readonly unknown[]> {
  const timestamp = BigInt(at - step.age) * 1_000n;
  const terms = { amount: BigInt(step.amount), nonce: BigInt(step.nonce), fee: BigInt(step.fee), timestamp };
  const sender = wallets[step.wallet]!.address;
  const signed = await world.signedWithdrawal(wallets[step.signer]!, terms, sender);
  return world.attestedArgs(signed, vault, world.ATTESTERS.slice(0, step.attestedBy));
}

/** After the model has applied it: what it holds then is what was published, unless it was refused. */
async function publicationArgs(
  { results, others, rise, attestedBy }: Extract<Step, { call: "publishBalances" }>,
  vault: Address,
  { published }: VaultModel,
): Promise<readonly unknown[]> {
  const isDone = published?.results === results;
  const position = BigInt((published?.position ?? 0) + (isDone ? 0 : rise));
  const total = BigInt(results.reduce((sum, each) => sum + each, others));
  const balances = { tokenHash: USDC, root: treeOf(results).root, total, position };
  return world.publicationArgs(balances, vault, world.ATTESTERS.slice(0, attestedBy));
}

function exitArgs({ wallet, lie }: Extract<Step, { call: "exit" }>, { published }: VaultModel): readonly unknown[] {
  const results = published?.results ?? wallets.map(() => 0);
  const leaf = leafOf(wallet, results[wallet]!);
  const proof = treeOf(results).findProof(leaf)!;
  return [leaf.wallet, leaf.brokerHash, USDC, leaf.result + BigInt(lie), proof];
}

function treeOf(results: readonly number[]): BalanceTree {
  return new BalanceTree(results.map((result, index) => leafOf(index, result)));
}

function leafOf(index: number, result: number): BalanceLeaf {
  const wallet = wallets[index]!.address;
  return { accountId: accountIdOf(wallet, BROKER), brokerHash: hashOfText(BROKER), wallet, result: BigInt(result) };
}
