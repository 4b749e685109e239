// A random sequence of calls by all roles, done with a vault on a chain and with the model of one. What must hold whatever
// anyone does is checked once more at the end, from the events of the contract.

import { accountIdOf } from "@evermark/interface/account-id.ts";
import fc from "fast-check";
import type { Address, Hex } from "viem";
import { hashOfText } from "../hashes.ts";
import type { Call, Said } from "./chain.ts";
import { DEPLOYER } from "./chain.ts";
import { ROLES, type Role, type Step, VaultModel, WALLETS } from "./vault-model.ts";
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
    }),
  ),
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

/** Of a vault whose caps the model begins with, and of wallets that have money and let the vault take it. */
export async function sequenceWorld(): Promise<world.VaultWorld> {
  const w = await world.vaultWorld();
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 30n, 60n]);
  await w.vaultCall(OWNER, "setQueueDelay", [DAY]);
  for (const address of Object.values(addresses)) {
    await w.tokenCall(address, "mint", [address, WEALTH]);
    await w.tokenCall(address, "approve", [w.vault, WEALTH]);
  }
  return w;
}

/** Does the steps; leaves the world as it found it. @throws where vault and model differ */
export async function holdAgainstModel(w: world.VaultWorld, steps: readonly Step[]): Promise<void> {
  const { client } = w.chain;
  const before = await client.snapshot();
  const model = new VaultModel(Number(await w.chain.time()));
  const emitted: Said[] = [];
  for (const step of steps) {
    const expected = model.apply(step);
    await w.chain.setTime(model.at);
    const { error, events } = await w.chain.act(await callOfStep(w, step));
    if (error !== expected) throw new Error(`${JSON.stringify(step)}: ${error ?? "done"}, not ${expected ?? "done"}`);
    emitted.push(...events.filter(({ address }) => address === w.vault));
    requireCap(model);
  }
  await requireEqual(w, model);
  requirePromises(emitted);
  await client.revert({ id: before });
}

/** Of what left at once, the last 24 hours to the second never exceed the cap of the moment when something leaves. */
function requireCap({ payouts, caps, at }: VaultModel): void {
  const newest = payouts.at(-1);
  if (newest === undefined || newest.isQueued || newest.at !== at) return;
  const recent = payouts.filter((each) => !each.isQueued && each.at > at - Number(DAY));
  const sum = recent.reduce((total, each) => total + each.amount, 0);
  if (sum > caps.perDay || newest.amount > caps.perWithdrawal) throw new Error(`${sum} left within a day at ${at}`);
}

/** Everything that can be read of the vault is what the model says. */
async function requireEqual(w: world.VaultWorld, model: VaultModel): Promise<void> {
  const found = {
    booked: await w.read<bigint>("booked", [w.usdc]),
    balance: await w.balanceOf(w.vault),
    deposits: await w.read<bigint>("depositId"),
    paused: await w.read<boolean>("paused"),
    gains: await Promise.all(wallets.map(async ({ address }) => (await w.balanceOf(address)) - WEALTH)),
    waiting: await Promise.all(model.waiting.map((each) => waitingIn(w, each.wallet, each.nonce))),
    used: await usedIn(w),
  };
  const expected = {
    booked: BigInt(model.booked),
    balance: BigInt(model.balance),
    deposits: BigInt(model.deposits),
    paused: model.isPaused,
    gains: model.gains.map(BigInt),
    waiting: model.waiting.map(({ amount, fee, payableAt }) => [amount, fee, payableAt].map(BigInt)),
    used: [...model.usedNonces].sort(),
  };
  if (!Bun.deepEquals(found, expected))
    throw new Error(`found ${Bun.inspect(found)}, expected ${Bun.inspect(expected)}`);
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
    if (balance < 0n) throw new Error("more was paid out than came in");
    if (name !== "AccountWithdraw" && name !== "WithdrawFailed") continue;
    const key = `${args.accountId}:${args.withdrawNonce}`;
    if (ended.has(key)) throw new Error(`${key} ended twice`);
    ended.add(key);
    if (accountIdOf(args.receiver as Address, BROKER) !== (args.accountId as Hex))
      throw new Error(`${key} went elsewhere`);
  }
}

async function callOfStep(w: world.VaultWorld, step: Step): Promise<Call> {
  const by = addresses[step.by];
  const vault = (name: string, args: readonly unknown[]) => w.call(by, name, args);
  switch (step.call) {
    case "depositTo": {
      const deposit = world.depositOf(wallets[step.account]!.address, BigInt(step.amount));
      return vault("depositTo", [wallets[step.wallet]!.address, deposit]);
    }
    case "withdraw":
      return vault("withdraw", await withdrawalArgs(step));
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
      return vault("setWithdrawCaps", [w.usdc, BigInt(step.perWithdrawal), BigInt(step.perDay)]);
    case "setDepositLimit":
    case "setMaxWithdrawFee":
      return vault(step.call, [w.usdc, BigInt(step.amount)]);
    case "setQueueDelay":
      return vault("setQueueDelay", [BigInt(step.amount)]);
    default:
      return vault(step.call, []);
  }
}

async function withdrawalArgs(step: Extract<Step, { call: "withdraw" }>): Promise<readonly unknown[]> {
  const terms = { amount: BigInt(step.amount), nonce: BigInt(step.nonce), fee: BigInt(step.fee) };
  const sender = wallets[step.wallet]!.address;
  const { data, brokerId, token, timestamp, signature } = await world.signedWithdrawal(
    wallets[step.signer]!,
    terms,
    sender,
  );
  return [data, brokerId, token, timestamp, signature];
}
