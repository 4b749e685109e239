// What a vault should do, written once more, slowly and obviously: lists that are searched instead of mappings and running
// sums. A random sequence of calls is held against it.

const HOUR = 3600;
const DAY = 24 * HOUR;
const QUEUE_DELAY_MAX = 30 * DAY;

export const ROLES = ["owner", "operator", "guardian", "stranger", "wallet0", "wallet1"] as const;
export type Role = (typeof ROLES)[number];
export const WALLETS = 2;

/** One call by a wallet, some time after the one before. Wallets by number; amounts in the token's smallest unit. */
export type Step = { readonly by: Role; readonly wait: number } & (
  | { readonly call: "depositTo"; readonly wallet: number; readonly account: number; readonly amount: number }
  | { readonly call: "fund" | "transfer" | "rescue"; readonly amount: number }
  | ({ readonly call: "withdraw"; readonly wallet: number; readonly signer: number; readonly nonce: number } & Amounts)
  | { readonly call: "payQueued" | "cancelQueued"; readonly wallet: number; readonly nonce: number }
  | { readonly call: "emergencyPause" | "emergencyUnpause" }
  | { readonly call: "setAllowedToken" | "setAllowedBroker"; readonly allowed: boolean }
  | { readonly call: "setBlacklisted"; readonly wallet: number; readonly allowed: boolean }
  | { readonly call: "setWithdrawCaps"; readonly perWithdrawal: number; readonly perDay: number }
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
  readonly isQueued: boolean;
}

interface Waiting extends Amounts {
  readonly wallet: number;
  readonly nonce: number;
  readonly payableAt: number;
}

const OWNERS_CALLS: readonly Step["call"][] = [
  ...(["rescue", "cancelQueued", "emergencyUnpause", "setAllowedToken", "setAllowedBroker"] as const),
  ...(["setWithdrawCaps", "setDepositLimit", "setMaxWithdrawFee", "setQueueDelay"] as const),
];

export class VaultModel {
  at: number;
  isPaused = false;
  isTokenAllowed = true;
  isBrokerAllowed = true;
  caps = { perWithdrawal: 30, perDay: 60 };
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

  constructor(start: number) {
    this.at = start;
  }

  get booked(): number {
    return this.cameIn - this.payouts.reduce((sum, { amount }) => sum + amount, 0);
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
        return this.takeWaiting(step) === undefined ? "NotQueued" : undefined;
      case "fund":
        if (!this.isTokenAllowed) return "TokenNotAllowed";
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
      case "emergencyPause":
        if (step.by !== "owner" && step.by !== "guardian") return "OwnableUnauthorizedAccount";
        if (this.isPaused) return "EnforcedPause";
        this.isPaused = true;
        return undefined;
      case "emergencyUnpause":
        if (!this.isPaused) return "ExpectedPause";
        this.isPaused = false;
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
        this.caps = { perWithdrawal: step.perWithdrawal, perDay: step.perDay };
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

  private deposit(step: Extract<Step, { call: "depositTo" }>): string | undefined {
    if (this.isPaused) return "EnforcedPause";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    if (!this.isBrokerAllowed) return "BrokerNotAllowed";
    if (step.account !== step.wallet) return "AccountIdInvalid";
    if (step.amount === 0) return "ZeroDeposit";
    if (this.depositLimit !== 0 && this.balance + step.amount > this.depositLimit) return "DepositExceedLimit";
    if (this.isBlacklistedRole(step.by)) return "Blacklisted";
    this.cameIn += step.amount;
    this.deposits += 1;
    this.payFrom(step.by, step.amount);
    return undefined;
  }

  private withdraw(step: Extract<Step, { call: "withdraw" }>): string | undefined {
    const { wallet, nonce, amount, fee } = step;
    if (this.isPaused) return "EnforcedPause";
    if (step.by !== "operator") return "OnlyOperator";
    if (!this.isTokenAllowed) return "TokenNotAllowed";
    if (!this.isBrokerAllowed) return "BrokerNotAllowed";
    if (fee >= amount || (this.maxFee !== 0 && fee > this.maxFee)) return "FeeExceedsAmount";
    if (this.usedNonces.has(`${wallet}:${nonce}`)) return "WithdrawNonceUsed";
    if (step.signer !== wallet) return "SignatureInvalid";
    const payout = amount - fee;
    if (payout > this.booked) return "InsufficientVault";
    this.usedNonces.add(`${wallet}:${nonce}`);
    if (this.blacklist.has(wallet)) return undefined;
    if (payout <= this.caps.perWithdrawal && this.countedNow() + payout <= this.caps.perDay) {
      this.pay({ wallet, nonce, amount: payout, at: this.at, isQueued: false });
    } else {
      this.waiting.push({ wallet, nonce, amount, fee, payableAt: this.at + this.queueDelay });
    }
    return undefined;
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
    if (this.blacklist.has(wallet)) return undefined;
    this.pay({ wallet, nonce, amount: amount - fee, at: this.at, isQueued: true });
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
    const first = Math.floor(this.at / HOUR) - 24;
    const recent = this.payouts.filter(({ isQueued, at }) => !isQueued && Math.floor(at / HOUR) >= first);
    return recent.reduce((sum, { amount }) => sum + amount, 0);
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

function walletOf(role: Role): number | undefined {
  return role.startsWith("wallet") ? Number(role.slice("wallet".length)) : undefined;
}
