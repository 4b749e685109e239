// Thieves who have copied one key of a vault, or two, and do whatever they can think of, while those who hold the keys rightly do
// their work: pay what is owed, cancel what they have not proposed, remove who was robbed. What the thieves have in the end,
// less what was theirs, is their gain.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import fc from "fast-check";
import { type Abi, type Address, encodeFunctionData, type Hex, keccak256, stringToBytes, zeroHash } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { BalanceTree } from "../balance-tree.ts";
import { hashOfText } from "../hashes.ts";
import { deployVault, planDeployment, testUsdcAbi, VAULT_DELAYS, vaultAbi, vaultTimelockAbi } from "../index.ts";
import { callOf, DEPLOYER, type Outcome, TestChain } from "./test-chain.ts";
import * as world from "./vault-world.ts";

const { BROKER, DAY, START, USDC, walletOf } = world;
const HOUR = 3_600n;
const TIMELOCK_DELAY = 2n * DAY;
export const CAP_OF_A_DAY = 300n;
const WEALTH = 500n;

const KEYS = [
  ...(["operator", "guardian", "attester-1", "attester-2", "attester-3"] as const),
  ...(["admin-1", "admin-2", "canceller-1", "canceller-2", "canceller-3"] as const),
];
export type Key = (typeof KEYS)[number];

/** Each key and each pair; of those that are alike, one. */
export const LOOTS: readonly (readonly Key[])[] = [
  ...(["operator", "guardian", "attester-1", "admin-1", "canceller-1"] as const).map((key) => [key]),
  ...(["attester", "admin", "canceller"] as const).map((kind): [Key, Key] => [`${kind}-1`, `${kind}-2`]),
  ...pairsOf(["operator", "guardian", "attester-1", "admin-1", "canceller-1"]),
];

/** One thing that thieves do. Numbers choose among what there is. */
export type Move =
  | { readonly move: "deposit" | "ask"; readonly wallet: number; readonly amount: number }
  | { readonly move: "forge"; readonly wallet: number; readonly amount: number; readonly filler: number }
  | { readonly move: "propose" | "call"; readonly which: number; readonly key: number }
  | { readonly move: "execute" | "cancel" | "pause" | "publish" | "exit" | "move" | "pay_queued" }
  | { readonly move: "wait"; readonly hours: number };

const wallet = fc.nat({ max: 1 });
const amount = fc.integer({ min: 1, max: 200 });
export const anyMoves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.record({ move: fc.constantFrom("deposit", "ask"), wallet, amount }),
    fc.record({ move: fc.constant("forge"), wallet, amount, filler: fc.nat({ max: 3 }) }),
    fc.record({ move: fc.constantFrom("propose", "call"), which: fc.nat(), key: fc.nat() }),
    fc.record({ move: fc.constantFrom("execute", "cancel", "pause", "publish", "exit", "move", "pay_queued") }),
    fc.record({ move: fc.constant("wait"), hours: fc.constantFrom(1, 13, 25, 49, 24 * 15) }),
  ) as fc.Arbitrary<Move>,
  { minLength: 10, maxLength: 25 },
);

export interface HeistWorld {
  readonly w: world.VaultWorld;
  readonly timelock: Address;
  /** A vault that the thieves have put there. What is in it is theirs. */
  readonly den: Address;
}

const addressOf = (key: Key): Address => walletOf(key).address;
const THIEVES = [walletOf("thief-1"), walletOf("thief-2")];
const HONEST = [walletOf("honest-1"), walletOf("honest-2"), walletOf("honest-3")];
const ATTESTERS = (["attester-1", "attester-2", "attester-3"] as const).map(walletOf);

/** A vault as a production venue has it, with 1000 of each of three honest wallets in it. */
export async function heistWorld(): Promise<HeistWorld> {
  const chain = await TestChain.start([vaultAbi, vaultTimelockAbi, testUsdcAbi], START);
  const keys = (kind: string) => KEYS.filter((key) => key.startsWith(kind)).map(addressOf);
  const caps = { perWithdrawal: 100n, perDay: CAP_OF_A_DAY, perAccountDay: 150n };
  const plan = await planDeployment(chain.reader, DEPLOYER.address, {
    ...{ operator: addressOf("operator"), guardian: addressOf("guardian") },
    ...{ attesters: keys("attester"), attesterThreshold: 2, admins: keys("admin") },
    ...{ cancellers: keys("canceller"), cancelQuorum: 2, timelockDelaySeconds: TIMELOCK_DELAY },
    ...{ queueDelaySeconds: DAY, delays: VAULT_DELAYS, domainName: "SVC", brokers: [BROKER] },
    tokens: [{ symbol: "USDC", ...caps, maxWithdrawFee: 5n, depositLimit: 0n }],
  });
  const { vault, timelock, tokens } = await deployVault(chain.client, chain.reader, plan);
  const w = new world.VaultWorld(chain, tokens.USDC!, vault);
  for (const { address } of HONEST) await w.deposit(address, 1_000n);
  for (const { address } of THIEVES) await w.mintAndApprove(address, WEALTH);
  const den = await world.putVault(chain, [{ symbol: "USDC", token: w.usdc }]);
  return { w, timelock, den };
}

/**
 * @param unseen so many moves are done before any of the others looks
 * @returns what the thieves have gained when all is done
 * @throws when an honest wallet does not get its money after it
 */
export async function gainOf(
  place: HeistWorld,
  loot: readonly Key[],
  moves: readonly Move[],
  unseen = 0,
): Promise<bigint> {
  const { client } = place.w.chain;
  const before = await client.snapshot();
  try {
    const heist = new Heist(place, loot);
    for (const [index, move] of moves.entries()) await heist.play(move, index >= unseen);
    await heist.requireHonestPaid();
    return await heist.gain();
  } finally {
    await client.revert({ id: before });
  }
}

interface Proposal {
  readonly id: Hex;
  readonly args: readonly [readonly Address[], readonly bigint[], readonly Hex[], Hex, Hex];
  readonly isHonest: boolean;
}

class Heist {
  readonly #w: world.VaultWorld;
  readonly #timelock: Address;
  readonly #den: Address;
  readonly #loot: readonly Key[];
  /** What the venue owes each account, as its journal has it. */
  readonly #ledger = new Map<Address, bigint>([
    ...HONEST.map((each) => [each.address, 1_000n] as const),
    ...THIEVES.map((each) => [each.address, 0n] as const),
  ]);
  readonly #proposals: Proposal[] = [];
  readonly #queued: [Hex, bigint][] = [];
  /** Signatures of attesters that are public on the chain. */
  readonly #seen: Hex[] = [];
  #nonce = 0n;
  #now = 0n;
  #livedAt = 0n;
  #hasAnswered = false;
  /** Paid or queued, and in no journal. */
  readonly #forged: [Hex, bigint][] = [];
  #isRecovering = false;

  constructor({ w, timelock, den }: HeistWorld, loot: readonly Key[]) {
    this.#w = w;
    this.#timelock = timelock;
    this.#den = den;
    this.#loot = loot;
  }

  async play(move: Move, isSeen: boolean): Promise<void> {
    this.#now ||= await this.#w.chain.time();
    await this.#steal(move);
    if (isSeen) await this.#answer();
  }

  async gain(): Promise<bigint> {
    let gain = await this.#w.balanceOf(this.#den);
    for (const { address } of THIEVES) {
      gain += (await this.#w.balanceOf(address)) + this.#ledger.get(address)! - WEALTH;
    }
    return gain;
  }

  /** Two weeks later, whatever was done. */
  async requireHonestPaid(): Promise<void> {
    for (const seconds of [HOUR, TIMELOCK_DELAY + HOUR, VAULT_DELAYS.pause]) {
      await this.#wait(seconds);
      await this.#answer();
    }
    const [{ address }] = HONEST as [PrivateKeyAccount];
    const had = await this.#w.balanceOf(address);
    await this.#pay(HONEST[0]!, 50n, ATTESTERS.slice(0, 2), await this.#operator());
    await this.#wait(DAY + HOUR);
    await this.#payAllQueued();
    const got = (await this.#w.balanceOf(address)) - had;
    if (got < 50n) throw new Error(`an honest wallet got ${got} of 50 after thieves of ${this.#loot.join(" and ")}`);
  }

  // What thieves do.

  async #steal(move: Move): Promise<unknown> {
    switch (move.move) {
      case "deposit":
        return this.#deposit(THIEVES[move.wallet]!.address, BigInt(move.amount));
      case "ask":
        return this.#ask(THIEVES[move.wallet]!, BigInt(move.amount));
      case "forge":
        return this.#forge(THIEVES[move.wallet]!, BigInt(move.amount), move.filler);
      case "propose":
        return this.#proposeTheft(move.which, move.key);
      case "call":
        return this.#callAsOwner(move.which, move.key);
      case "execute":
        return this.#executeAll(addressOf(this.#keyAt(0, "admin")), false);
      case "cancel":
        return this.#cancel(this.#loot.filter(isCanceller), this.#proposals);
      case "pause":
        return this.#w.vaultCall(addressOf(this.#keyAt(0, "guardian")), "emergencyPause", []);
      case "publish":
        return this.#publish();
      case "exit":
        return this.#w.vaultCall(THIEVES[0]!.address, "exit", this.#forgedExit());
      case "move":
        return this.#moveAway();
      case "pay_queued":
        return this.#payAllQueued();
      case "wait":
        return this.#wait(BigInt(move.hours) * HOUR);
    }
  }

  async #deposit(wallet: Address, sum: bigint): Promise<void> {
    const { error } = await this.#w.vaultCall(wallet, "deposit", [world.depositOf(wallet, sum)]);
    if (error === undefined) this.#ledger.set(wallet, this.#ledger.get(wallet)! + sum);
  }

  /** As any trader may: the venue pays what its journal says is his. */
  async #ask(thief: PrivateKeyAccount, sum: bigint): Promise<void> {
    const has = this.#ledger.get(thief.address)!;
    if (has < sum) return;
    const outcome = await this.#pay(thief, sum, ATTESTERS.slice(0, 2), await this.#operator());
    if (outcome.error === undefined) this.#ledger.set(thief.address, has - sum);
  }

  /** With the signatures that he has, and what he finds to fill them up. */
  async #forge(thief: PrivateKeyAccount, sum: bigint, filler: number): Promise<void> {
    const own = ATTESTERS.filter(({ address }) => this.#loot.some((key) => addressOf(key) === address));
    const fill = [[], [thief], [...own, thief], own][filler]!;
    const operator = addressOf(this.#keyAt(0, "operator"));
    const by = [...new Set([...own, ...fill])];
    const { error } = await this.#pay(thief, sum, by, operator, filler === 0 ? this.#seen.slice(0, 2) : []);
    if (error === undefined) this.#forged.push([accountIdOf(thief.address, BROKER), this.#nonce]);
  }

  async #proposeTheft(which: number, key: number): Promise<void> {
    const thefts = [...this.#thefts(), ...this.#takeovers()];
    await this.#propose(addressOf(this.#keyAt(key, "admin")), [thefts[which % thefts.length]!], false);
  }

  async #callAsOwner(which: number, key: number): Promise<void> {
    const thefts = this.#thefts();
    const { to, data } = thefts[which % thefts.length]!;
    await this.#w.chain.act({ from: addressOf(this.#loot[key % this.#loot.length]!), to, data });
  }

  #thefts() {
    const [{ address: thief }] = THIEVES as [PrivateKeyAccount];
    const calls: readonly (readonly [string, readonly unknown[]])[] = [
      ["changeOperator", [thief]],
      ["changeGuardian", [thief]],
      ["changeAttesters", [[thief], 1]],
      ["setWithdrawCaps", [this.#w.usdc, 2n ** 100n, 2n ** 100n, 2n ** 100n]],
      ["setQueueDelay", [1n]],
      ["changeTokenAddressAndAllow", [USDC, thief]],
      ["changeSuccessor", [this.#den]],
      ["rescue", [this.#w.usdc, thief, 100n]],
      ["transferOwnership", [thief]],
      ["emergencyPause", []],
      ["cancelQueued", [accountIdOf(HONEST[0]!.address, BROKER), 1n]],
    ];
    return calls.map(([functionName, args]) => {
      return { to: this.#w.vault, data: encodeFunctionData({ abi: vaultAbi as Abi, functionName, args }) };
    });
  }

  #takeovers() {
    const [{ address: thief }] = THIEVES as [PrivateKeyAccount];
    const canceller = roleOf("CANCELLER_ROLE");
    const calls: readonly (readonly [string, readonly unknown[]])[] = [
      ["grantRole", [zeroHash, thief]],
      ["updateDelay", [0n]],
      ["setCancelQuorum", [3n]],
      ["revokeRole", [canceller, addressOf("canceller-3")]],
    ];
    return calls.map(([functionName, args]) => {
      return { to: this.#timelock, data: encodeFunctionData({ abi: vaultTimelockAbi as Abi, functionName, args }) };
    });
  }

  async #publish(): Promise<void> {
    const { root } = new BalanceTree([this.#forgedLeaf()]);
    const balances = { tokenHash: USDC, root, total: 0n, position: 2n ** 64n - 1n };
    const own = ATTESTERS.filter(({ address }) => this.#loot.some((key) => addressOf(key) === address));
    const args = await world.publicationArgs(balances, this.#w.vault, own);
    await this.#w.vaultCall(THIEVES[0]!.address, "publishBalances", args);
  }

  /** All that there is, by the attesters' keys that he has. */
  async #moveAway(): Promise<void> {
    const amount = await this.#w.balanceOf(this.#w.vault);
    const own = ATTESTERS.filter(({ address }) => this.#loot.some((key) => addressOf(key) === address));
    const args = await world.moveArgs({ tokenHash: USDC, successor: this.#den, amount }, this.#w.vault, own);
    await this.#w.vaultCall(THIEVES[0]!.address, "moveToSuccessor", args);
  }

  #forgedExit(): readonly unknown[] {
    const leaf = this.#forgedLeaf();
    return [leaf.wallet, leaf.brokerHash, USDC, leaf.result, new BalanceTree([leaf]).findProof(leaf)!];
  }

  #forgedLeaf() {
    const { address } = THIEVES[0]!;
    const accountId = accountIdOf(address, BROKER);
    return { accountId, brokerHash: hashOfText(BROKER), wallet: address, result: 3_000n };
  }

  /** A key of that kind if he has one; else any that he has. */
  #keyAt(index: number, kind: string): Key {
    const fitting = this.#loot.filter((key) => key.startsWith(kind));
    const among = fitting.length > 0 ? fitting : this.#loot;
    return among[index % among.length]!;
  }

  // What the others do about it.

  async #answer(): Promise<void> {
    const foreign = this.#proposals.filter(({ isHonest }) => !isHonest);
    await this.#cancel(
      ["canceller-1", "canceller-2", "canceller-3"].filter((key) => !this.#loot.includes(key as Key)) as Key[],
      foreign,
    );
    const robbed = this.#loot.filter((key) => key.startsWith("admin"));
    const admin = (["admin-1", "admin-2"] as const).find((key) => !robbed.includes(key));
    if (admin === undefined) return this.#live();
    if (this.#forged.length > 0 && !this.#isRecovering) await this.#recover(addressOf(admin));
    if (!this.#hasAnswered && foreign.length > 0) {
      this.#hasAnswered = true;
      await this.#propose(addressOf(admin), this.#removalsOf(robbed), true);
    }
    await this.#executeAll(addressOf(admin), true);
    await this.#live();
  }

  /** Something left that no journal has: payments stop, and what waits is taken out of the queue before they go on. */
  async #recover(admin: Address): Promise<void> {
    this.#isRecovering = true;
    await this.#w.vaultCall(addressOf("guardian"), "emergencyPause", []);
    const { vault } = this.#w;
    const calls = this.#queued
      .filter(([account, nonce]) => this.#forged.some((each) => each[0] === account && each[1] === nonce))
      .map((args) => encodeFunctionData({ abi: vaultAbi as Abi, functionName: "cancelQueued", args }));
    const operator = encodeFunctionData({
      ...{ abi: vaultAbi, functionName: "changeOperator", args: [walletOf("next operator").address] },
    });
    const at = (data: Hex) => ({ to: vault, data });
    await this.#propose(admin, [...calls, operator].map(at), true);
    // By itself, since it fails when the pause has ended by then.
    const unpausing = encodeFunctionData({ abi: vaultAbi, functionName: "emergencyUnpause" });
    await this.#propose(admin, [at(unpausing)], true);
  }

  #removalsOf(robbed: readonly Key[]) {
    const roles = ["PROPOSER_ROLE", "EXECUTOR_ROLE"] as const;
    return robbed.flatMap((key) =>
      roles.map((role) => {
        const args = [roleOf(role), addressOf(key)] as const;
        return {
          to: this.#timelock,
          data: encodeFunctionData({ abi: vaultTimelockAbi, functionName: "revokeRole", args }),
        };
      }),
    );
  }

  /** Each day the venue pays something: a sign of life. */
  async #live(): Promise<void> {
    if (this.#now < this.#livedAt + DAY) return;
    this.#livedAt = this.#now;
    const outcome = await this.#pay(HONEST[2]!, 1n, ATTESTERS.slice(1), await this.#operator());
    if (outcome.error !== undefined) return;
    const { address } = HONEST[2]!;
    this.#ledger.set(address, this.#ledger.get(address)! - 1n);
  }

  /** As it was, or as the owner has changed it. */
  async #operator(): Promise<Address> {
    return this.#isRecovering ? this.#w.read<Address>("operator") : addressOf("operator");
  }

  // How either is done.

  async #pay(
    to: PrivateKeyAccount,
    sum: bigint,
    by: readonly PrivateKeyAccount[],
    from: Address,
    more: readonly Hex[] = [],
  ): Promise<Outcome> {
    const nonce = ++this.#nonce;
    const timestamp = (await this.#w.chain.time()) * 1_000n;
    const signed = await world.signedWithdrawal(to, { amount: sum, nonce, timestamp });
    const args = await world.attestedArgs(signed, this.#w.vault, by);
    const attestations = more.length > 0 ? more : args[6];
    const outcome = await this.#w.vaultCall(from, "withdraw", [...args.slice(0, 6), attestations]);
    if (outcome.error === undefined) this.#seen.push(...attestations);
    if (outcome.events.some(({ name }) => name === "WithdrawQueued")) this.#queued.push([signed.data.accountId, nonce]);
    return outcome;
  }

  async #payAllQueued(): Promise<void> {
    for (const each of this.#queued) await this.#w.vaultCall(THIEVES[0]!.address, "payQueued", each);
  }

  async #propose(by: Address, calls: readonly { readonly to: Address; readonly data: Hex }[], isHonest: boolean) {
    const salt = `0x${(this.#proposals.length + 1).toString(16).padStart(64, "0")}` as const;
    const [targets, payloads] = [calls.map(({ to }) => to), calls.map(({ data }) => data)];
    const args = [targets, calls.map(() => 0n), payloads, zeroHash, salt] as const;
    const outcome = await this.#timelockCall(by, "scheduleBatch", [...args, TIMELOCK_DELAY]);
    const id = outcome.events.find(({ name }) => name === "CallScheduled")?.args.id;
    if (id !== undefined) this.#proposals.push({ id: id as Hex, args, isHonest });
  }

  async #executeAll(by: Address, isHonest: boolean): Promise<void> {
    for (const each of this.#proposals) {
      if (each.isHonest === isHonest) await this.#timelockCall(by, "executeBatch", each.args);
    }
  }

  async #cancel(by: readonly Key[], proposals: readonly Proposal[]): Promise<void> {
    for (const key of by) for (const { id } of proposals) await this.#timelockCall(addressOf(key), "cancel", [id]);
  }

  #timelockCall(by: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
    return this.#w.chain.act(callOf(vaultTimelockAbi as Abi, by, this.#timelock, functionName, args as never));
  }

  async #wait(seconds: bigint): Promise<void> {
    this.#now = (await this.#w.chain.time()) + seconds;
    await this.#w.chain.setTime(this.#now);
    await this.#w.chain.client.mine({ blocks: 1 });
  }
}

function roleOf(name: string): Hex {
  return keccak256(stringToBytes(name));
}

function isCanceller(key: Key): boolean {
  return key.startsWith("canceller");
}

function pairsOf(keys: readonly Key[]): [Key, Key][] {
  return keys.flatMap((first, index) => keys.slice(index + 1).map((second): [Key, Key] => [first, second]));
}
