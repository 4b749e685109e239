// What a vault should do, written once more, slowly and obviously: lists that are searched instead of mappings and running
// sums. A random sequence of calls is held against it.

const HOUR = 3600;
const DAY = 24 * HOUR;
const HALF_DAY = DAY / 2;
const QUEUE_DELAY_MAX = 30 * DAY;
/** As short as a vault can have them, so that a sequence sees their ends. */
export const DELAYS = { pause: DAY, escape: DAY, message: 20 * DAY };
/** By which a wallet's clock may be behind that of the vault's first block. */
const CLOCK_SLACK = 300;
/** How many attesters have to sign. */
export const ATTESTED_BY = 2;

export const ROLES = ["owner", "operator", "guardian", "stranger", "wallet0", "wallet1"] as const;
export type Role = (typeof ROLES)[number];
export const WALLETS = 2;

/** One call by a wallet, some time after the one before. Wallets by number; amounts in the token's smallest unit. */
export type Step = { readonly by: Role; readonly wait: number } & (
  | { readonly call: "depositTo"; readonly wallet: number; readonly account: number; readonly amount: number }
  | { readonly call: "fund" | "transfer" | "rescue"; readonly amount: number }
  | ({
      readonly call: "withdraw";
      readonly wallet: number;
      readonly signer: number;
      readonly nonce: number;
      /** In seconds, of what was signed. */
      readonly age: number;
      readonly attestedBy: number;
    } & Amounts)
  | {
      readonly call: "publishBalances";
      /** Of each wallet, and of all that have no leaf. */
      readonly results: readonly number[];
      readonly others: number;
      /** Above the position of the last publication. */
      readonly rise: number;
      readonly attestedBy: number;
    }
  /** `lie`: by how much another result is named than the published one. */
  | { readonly call: "exit"; readonly wallet: number; readonly lie: number }
  | { readonly call: "changeAttesters" }
  /** Names another vault, or none. */
  | { readonly call: "changeSuccessor"; readonly named: boolean }
  /** `off`: by how much another amount is signed for than there is. */
  | { readonly call: "moveToSuccessor"; readonly off: number; readonly attestedBy: number }
  | { readonly call: "payQueued" | "cancelQueued"; readonly wallet: number; readonly nonce: number }
  | { readonly call: "emergencyPause" | "emergencyUnpause" }
  | { readonly call: "setAllowedToken" | "setAllowedBroker"; readonly allowed: boolean }
  | { readonly call: "setBlacklisted"; readonly wallet: number; readonly allowed: boolean }
  | {
      readonly call: "setWithdrawCaps";
      readonly perWithdrawal: number;
      readonly perDay: number;
      readonly perAccountDay: number;
    }
  | { readonly call: "setDepositLimit" | "setMaxWithdrawFee" | "setQueueDelay"; readonly amount: number }
);

interface Amounts {
  readonly amount: number;
  readonly fee: number;
}

interface Payout {
  readonly wallet: number;
  readonly nonce: number;
  readonly at: number;
  readonly amount: number;
  /** What of it was beyond what the account had brought in; null when it left by the queue or an exit. */
  readonly beyond: number | null;
}

interface Credit {
  amount: number;
  /** Of its first deposit. */
  hour: number;
}

interface Publication {
  readonly results: readonly number[];
  readonly others: number;
  readonly position: number;
  /** Made before the attesters were named anew. */
  isStale: boolean;
  /** Looked at when the first account left. */
  share: { readonly available: number; readonly outstanding: number } | null;
  readonly exited: Set<number>;
}

interface Waiting extends Amounts {
  readonly wallet: number;
  readonly nonce: number;
  readonly payableAt: number;
}

const OWNERS_CALLS: readonly Step["call"][] = [
  ...(["rescue", "cancelQueued", "emergencyUnpause", "setAllowedToken", "setAllowedBroker"] as const),
  ...(["setWithdrawCaps", "setDepositLimit", "setMaxWithdrawFee", "setQueueDelay", "changeAttesters"] as const),
  "changeSuccessor",
];

export class VaultModel {
  at: number;
  pausedUntil = 0;
  guardianWaitsUntil = 0;
  lastSignOfLife: number;
  isTokenAllowed = true;
  isBrokerAllowed = true;
  caps = { perWithdrawal: 30, perDay: 60, perAccountDay: 45 };
  depositLimit = 0;
  maxFee = 0;
  queueDelay = DAY;
  /** Moved by deposits, funding and payments; `stray` is what lies there besides. */
  cameIn = 0;
  stray = 0;
  deposits = 0;
  readonly payouts: Payout[] = [];
  readonly waiting: Waiting[] = [];
  readonly usedNonces = new Set<string>();
  readonly blacklist = new Set<number>();
  /** What each wallet got out less what it paid in. */
  readonly gains: number[] = new Array<number>(WALLETS).fill(0);
  /** What each account deposited less what was paid or waits, fees included. */
  readonly nets: number[] = new Array<number>(WALLETS).fill(0);
  private readonly credits: Credit[] = Array.from({ length: WALLETS }, () => ({ amount: 0, hour: 0 }));
  published: Publication | null = null;
  /** Another vault is named. */
  isClosing = false;
  /** What is in that one. */
  moved = 0;
  hasMoved = false;
  /** What was signed for when a move was last tried. */
  offered = 0;

  /** @param startedAt when the vault was put there, the attesters' first sign of life */
  constructor(
    readonly startedAt: number,
    now: number,
  ) {
    this.at = now;
    this.lastSignOfLife = startedAt;
  }

  get isPaused(): boolean {
    return this.at < this.pausedUntil;
  }

  get exitsOpen(): boolean {
    return this.published?.share != null;
  }

  get booked(): number {
    return this.cameIn - this.moved - this.payouts.reduce((sum, { amount }) => sum + amount, 0);
  }

  get balance(): number {
    return this.booked + this.stray;
  }

  /** @returns the name of the refusal, or undefined once it is done */
  apply(step: Step): string | undefined {
    this.at += step.wait;
    if (OWNERS_CALLS.includes(step.call) && step.by !== "owner") return "OwnableUnauthorizedAccount";
    switch (step.call) {
      case "depositTo":
        return this.deposit(step);
      case "withdraw":
        return this.withdraw(step);
      case "payQueued":
        return this.payQueued(step);
      case "cancelQueued":
        return this.cancelQueued(step);
      case "fund":
        if (!this.isTokenAllowed) return "TokenNotAllowed";
        if (this.isClosing) return "VaultCloses";
        if (step.amount === 0) return "ZeroDeposit";
        if (this.isBlacklistedRole(step.by)) return "Blacklisted";
        this.cameIn += step.amount;
        this.payFrom(step.by, step.amount);
        return undefined;
      case "transfer":
        if (this.isBlacklistedRole(step.by)) return "Blacklisted";
        this.stray += step.amount;
        this.payFrom(step.by, step.amount);
        return undefined;
      case "rescue":
        if (step.amount > this.stray) return "RescueExceedsExcess";
        this.stray -= step.amount;
        return undefined;
      case "publishBalances":
        return this.publish(step);
      case "exit":
        return this.exit(step);
      case "changeAttesters":
        if (this.published !== null) this.published.isStale = true;
        return undefined;
      case "changeSuccessor":
        if (this.hasMoved) return "VaultMoved";
        this.isClosing = step.named;
        return undefined;
      case "moveToSuccessor":
        return this.move(step);
      case "emergencyPause":
        return this.pause(step.by);
      case "emergencyUnpause":
        if (!this.isPaused) return "ExpectedPause";
        this.pausedUntil = 0;
        this.guardianWaitsUntil = Math.min(this.guardianWaitsUntil, this.at + DELAYS.pause);
        return undefined;
      default:
        return this.change(step);
    }
  }

  private change(step: Step): string | undefined {
    switch (step.call) {
      case "setAllowedToken":
        if (this.isTokenAllowed === step.allowed) return "EnumerableSetError";
        this.isTokenAllowed = step.allowed;
        return undefined;
      case "setAllowedBroker":
        if (this.isBrokerAllowed === step.allowed) return "EnumerableSetError";
        this.isBrokerAllowed = step.allowed;
        return undefined;
      case "setBlacklisted":
        if (step.allowed) this.blacklist.delete(step.wallet);
        else this.blacklist.add(step.wallet);
        return undefined;
      case "setWithdrawCaps":
        this.caps = {
          perWithdrawal: step.perWithdrawal,
          perDay: step.perDay,
          perAccountDay: step.perAccountDay,
        };
        return undefined;
      case "setDepositLimit":
        this.depositLimit = step.amount;
        return undefined;
      case "setMaxWithdrawFee":
        this.maxFee = step.amount;
        return undefined;
      case "setQueueDelay":
        if (step.amount === 0 || step.amount > QUEUE_DELAY_MAX) return "QueueDelayInvalid";
        this.queueDelay = step.amount;
        return undefined;
      default:
        throw new Error(`the model does not know ${step.call}`);
    }
  }

  private pause(by: Role): string | undefined {
    if (by === "guardian") {
      if (this.isPaused) return "EnforcedPause";
      if (this.at < this.guardianWaitsUntil) return "GuardianMustWait";
      this.guardianWaitsUntil = this.at + 2 * DELAYS.pause;
    } else if (by !== "owner") return "OwnableUnauthorizedAccount";
    this.pausedUntil = this.at + DELAYS.pause;
    return undefined;
  }

  private deposit(step: Extract<Step, { call: "depositTo" }>): string | undefined {
    if (this.isPaused) return "EnforcedPause";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    if (this.isClosing) return "VaultCloses";
    if (this.exitsOpen) return "ExitsOpen";
    if (!this.isBrokerAllowed) return "BrokerNotAllowed";
    if (step.account !== step.wallet) return "AccountIdInvalid";
    if (step.amount === 0) return "ZeroDeposit";
    if (this.depositLimit !== 0 && this.balance + step.amount > this.depositLimit) return "DepositExceedLimit";
    if (this.isBlacklistedRole(step.by)) return "Blacklisted";
    this.cameIn += step.amount;
    this.deposits += 1;
    this.nets[step.wallet]! += step.amount;
    const credit = this.credits[step.wallet]!;
    const left = this.creditOf(step.wallet);
    if (left === 0) credit.hour = hourOf(this.at);
    credit.amount = left + step.amount;
    this.payFrom(step.by, step.amount);
    return undefined;
  }

  private withdraw(step: Extract<Step, { call: "withdraw" }>): string | undefined {
    const { wallet, nonce, amount, fee, age } = step;
    if (this.isPaused) return "EnforcedPause";
    if (step.by !== "operator") return "OnlyOperator";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    if (this.exitsOpen) return "ExitsOpen";
    if (!this.isBrokerAllowed) return "BrokerNotAllowed";
    if (fee >= amount || (this.maxFee !== 0 && fee > this.maxFee)) return "FeeExceedsAmount";
    if (this.usedNonces.has(`${wallet}:${nonce}`)) return "WithdrawNonceUsed";
    if (age > DELAYS.message || this.at - age + CLOCK_SLACK < this.startedAt) return "MessageTooOld";
    if (age < -DELAYS.message) return "MessageTooNew";
    if (step.signer !== wallet) return "SignatureInvalid";
    if (step.attestedBy !== ATTESTED_BY) return "AttestationsInvalid";
    const payout = amount - fee;
    if (payout > this.booked) return "InsufficientVault";
    const beyond = Math.max(0, payout - this.creditOf(wallet));
    const isRefused = this.blacklist.has(wallet);
    if (this.isClosing && !isRefused && !this.fits(wallet, payout, beyond)) return "VaultCloses";
    this.lastSignOfLife = this.at;
    this.usedNonces.add(`${wallet}:${nonce}`);
    if (isRefused) return undefined;
    this.nets[wallet]! -= amount;
    if (this.fits(wallet, payout, beyond)) {
      this.credits[wallet]!.amount -= payout - beyond;
      this.pay({ wallet, nonce, amount: payout, at: this.at, beyond });
    } else {
      this.waiting.push({ wallet, nonce, amount, fee, payableAt: this.at + this.queueDelay });
    }
    return undefined;
  }

  private fits(wallet: number, payout: number, beyond: number): boolean {
    const { perWithdrawal, perDay, perAccountDay } = this.caps;
    if (perDay === 0 || perAccountDay === 0 || payout > perWithdrawal) return false;
    return this.countedNow() + beyond <= perDay && this.countedOf(wallet) + beyond <= perAccountDay;
  }

  private publish(step: Extract<Step, { call: "publishBalances" }>): string | undefined {
    const before = this.published;
    if (step.rise === 0 && before !== null && !before.isStale) return "PositionNotAbove";
    if (step.attestedBy !== ATTESTED_BY) return "AttestationsInvalid";
    const position = (before?.position ?? 0) + step.rise;
    const { results, others } = step;
    this.published = { results, others, position, isStale: false, share: null, exited: new Set() };
    this.lastSignOfLife = this.at;
    return undefined;
  }

  private move({ off, attestedBy }: Extract<Step, { call: "moveToSuccessor" }>): string | undefined {
    this.offered = Math.max(0, this.booked + off);
    if (this.isPaused) return "EnforcedPause";
    if (!this.isClosing) return "NoSuccessor";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    if (this.exitsOpen) return "ExitsOpen";
    if (this.waiting.length > 0) return "QueueNotEmpty";
    if (this.offered === 0 || this.offered !== this.booked) return "MoveAmountDiffers";
    if (attestedBy !== ATTESTED_BY) return "AttestationsInvalid";
    this.moved += this.booked;
    this.hasMoved = true;
    this.published = null;
    this.lastSignOfLife = this.at;
    return undefined;
  }

  private exit({ wallet, lie }: Extract<Step, { call: "exit" }>): string | undefined {
    const { published } = this;
    if (this.isPaused) return "EnforcedPause";
    if (published === null || published.isStale) return "NothingPublished";
    if (this.at < this.lastSignOfLife + DELAYS.escape) return "NotYetAbandoned";
    if (lie !== 0) return "ProofInvalid";
    if (published.exited.has(wallet)) return "AlreadyExited";
    const owed = published.results[wallet]! + this.nets[wallet]!;
    if (owed <= 0) return "NothingOwed";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    const waiting = this.waiting.reduce((sum, each) => sum + each.amount - each.fee, 0);
    const share = published.share ?? this.shareOf(published, waiting);
    const isShort = share.available < share.outstanding;
    const paid = isShort ? Math.floor((owed * share.available) / share.outstanding) : owed;
    if (paid === 0) return "NothingOwed";
    if (paid + waiting > this.booked) return "InsufficientVault";
    if (this.blacklist.has(wallet)) return "Blacklisted";
    published.share = share;
    published.exited.add(wallet);
    this.nets[wallet]! -= paid;
    this.pay({ wallet, nonce: -1, amount: paid, at: this.at, beyond: null });
    return undefined;
  }

  private shareOf({ results, others }: Publication, waiting: number) {
    const total = [...results, ...this.nets].reduce((sum, each) => sum + each, others);
    return { available: Math.max(0, this.booked - waiting), outstanding: Math.max(0, total) };
  }

  private payQueued(step: { readonly wallet: number; readonly nonce: number }): string | undefined {
    if (this.isPaused) return "EnforcedPause";
    const found = this.waiting.find((each) => each.wallet === step.wallet && each.nonce === step.nonce);
    if (found === undefined) return "NotQueued";
    if (this.at < found.payableAt) return "NotYetPayable";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    const { wallet, nonce, amount, fee } = found;
    if (amount - fee > this.booked) return "InsufficientVault";
    this.takeWaiting(found);
    if (this.blacklist.has(wallet)) this.nets[wallet]! += amount;
    else this.pay({ wallet, nonce, amount: amount - fee, at: this.at, beyond: null });
    return undefined;
  }

  private cancelQueued(step: { readonly wallet: number; readonly nonce: number }): string | undefined {
    const taken = this.takeWaiting(step);
    if (taken === undefined) return "NotQueued";
    this.nets[taken.wallet]! += taken.amount;
    return undefined;
  }

  private takeWaiting({ wallet, nonce }: { readonly wallet: number; readonly nonce: number }): Waiting | undefined {
    const index = this.waiting.findIndex((each) => each.wallet === wallet && each.nonce === nonce);
    return index < 0 ? undefined : this.waiting.splice(index, 1)[0];
  }

  private pay(payout: Payout): void {
    this.payouts.push(payout);
    this.gains[payout.wallet]! += payout.amount;
  }

  /** What left at once in this hour and the 24 before it. */
  countedNow(): number {
    return this.beyondSince(({ at }) => hourOf(at) >= hourOf(this.at) - 24);
  }

  /** What an account took at once in this half day and the two before it. */
  countedOf(wallet: number): number {
    const half = (at: number) => Math.floor(at / HALF_DAY);
    return this.beyondSince((each) => each.wallet === wallet && half(each.at) >= half(this.at) - 2);
  }

  private beyondSince(isMeant: (payout: Payout) => boolean): number {
    return this.payouts.filter(isMeant).reduce((sum, { beyond }) => sum + (beyond ?? 0), 0);
  }

  /** What an account may take beside the caps. */
  creditOf(wallet: number): number {
    const { amount, hour } = this.credits[wallet]!;
    return hourOf(this.at) < hour + 24 ? amount : 0;
  }

  private payFrom(role: Role, amount: number): void {
    const wallet = walletOf(role);
    if (wallet !== undefined) this.gains[wallet]! -= amount;
  }

  private isBlacklistedRole(role: Role): boolean {
    const wallet = walletOf(role);
    return wallet !== undefined && this.blacklist.has(wallet);
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR);
}

function walletOf(role: Role): number | undefined {
  return role.startsWith("wallet") ? Number(role.slice("wallet".length)) : undefined;
}
