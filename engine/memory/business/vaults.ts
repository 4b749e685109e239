// Strategy vaults: shares in a fund that a provider trades, and the requests that wait for the next period. Rules 10.
// Shares are counted in 10⁻⁶. Queued deposits are held in the vault's VAULT_CASH account, to the micro.

import { assert } from "../../base/fault.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { inTextOrder } from "../../base/text-order.ts";
import type {
  AccountNumber,
  Micros,
  Millis,
  OperationId,
  Percent,
  PeriodNumber,
  SharePrice,
  Shares,
  SharesOrMicros,
} from "../../base/units.ts";
import type { VaultProfile } from "../../language/commands/vault-commands.ts";
import { UsedNonces } from "./used-nonces.ts";
import type { VaultKind } from "./vault-terms.ts";

const VAULT_STATES = ["pre_launch", "live", "closing", "closed"] as const;
const OPERATIONS = ["LP_DEPOSIT", "LP_WITHDRAW", "SP_DEPOSIT", "SP_WITHDRAW"] as const;
const KINDS = ["operator", "permissionless"] as const;
export const NO_PROFILE: VaultProfile = { address: "", description: "", providerName: "" };

type VaultStateName = (typeof VAULT_STATES)[number];
type OperationName = (typeof OPERATIONS)[number];

/** A request that is not settled yet, or settled and not paid in full ("assigned"). */
export interface VaultOperation {
  readonly operationId: OperationId;
  readonly account: AccountNumber;
  readonly operation: OperationName;
  /** The requested amount: micros, or shares. */
  readonly amount: SharesOrMicros;
  readonly at: Millis;
  /** The part of `amount` that is not settled yet. */
  left: SharesOrMicros;
  /** Micros owed for its settled shares and not paid yet. */
  due: Micros;
  /** Micros paid so far. */
  paid: Micros;
}

/** Main shares of one investor. */
export interface Holder {
  /** Neither locked nor queued. */
  free: Shares;
  queued: Shares;
  /** In the order of minting, which is also the order of release. */
  lots: { readonly shares: Shares; readonly availableAt: Millis }[];
}

export interface Vault {
  readonly vaultId: string;
  readonly name: string;
  readonly provider: AccountNumber;
  readonly fund: AccountNumber;
  /** Its `VAULT_CASH` account. */
  readonly cash: AccountNumber;
  readonly kind: VaultKind;
  readonly performanceFeePercent: Percent;
  readonly createdAt: Millis;
  /** The address that its provider's messages name; "" for none. */
  readonly address: string;
  readonly description: string;
  readonly providerName: string;
  state: VaultStateName;
  /** The number of period starts so far, and the time of the next one. */
  period: PeriodNumber;
  nextPeriodAt: Millis;
  mainPrice: SharePrice;
  strategyPrice: SharePrice;
  highWaterMark: SharePrice;
  mainShares: Shares;
  vaultStrategyShares: Shares;
  providerStrategyShares: Shares;
  /** The provider's shares that are in requests. */
  providerQueued: Shares;
  /** Whether the last period start left redemptions for the next one. */
  gateTriggered: boolean;
  readonly holders: Map<number, Holder>;
  /** In the order of the requests. */
  queue: VaultOperation[];
}

export class Vaults {
  lastOperationId = 0;
  readonly usedNonces = new UsedNonces();
  readonly #byId = new Map<string, Vault>();
  readonly #byAddress = new Map<string, Vault>();
  readonly #byFund = new Map<number, Vault>();

  find(vaultId: string): Vault | undefined {
    return this.#byId.get(vaultId);
  }

  findByAddress(address: string): Vault | undefined {
    return this.#byAddress.get(address);
  }

  /** The open (not closed) vault whose fund this account is. */
  ofFund(account: AccountNumber): Vault | undefined {
    const vault = this.#byFund.get(account);
    return vault?.state === "closed" ? undefined : vault;
  }

  /** By id. */
  list(): Vault[] {
    return [...this.#byId.values()].sort((a, b) => inTextOrder(a.vaultId, b.vaultId));
  }

  get size(): number {
    return this.#byId.size;
  }

  add(vault: Vault): void {
    const { vaultId, fund, provider, cash } = vault;
    assert(!this.#byId.has(vaultId), "a vault is made once", { vaultId });
    assert(cash !== fund && cash !== provider && fund !== provider, "a vault's accounts are three", {
      vaultId,
      fund,
      cash,
    });
    this.#byId.set(vault.vaultId, vault);
    this.#byFund.set(vault.fund, vault);
    if (vault.address !== "") this.#byAddress.set(vault.address, vault);
  }

  write(out: ByteWriter): void {
    out.f64(this.lastOperationId);
    out.i32(this.#byId.size);
    // In the order of creation: a fund may serve a second vault after its first one closed, and belongs to the later one.
    for (const vault of this.#byId.values()) writeVault(out, vault);
    this.usedNonces.write(out);
  }

  read(input: ByteReader): void {
    this.lastOperationId = input.f64();
    for (let left = input.i32(); left > 0; left--) this.add(readVault(input));
    if (input.format >= 13) this.usedNonces.read(input);
  }
}

function writeVault(out: ByteWriter, v: Vault): void {
  out.text(v.vaultId);
  out.text(v.name);
  for (const account of [v.provider, v.fund, v.cash]) out.i32(account);
  out.u8(KINDS.indexOf(v.kind));
  out.u8(VAULT_STATES.indexOf(v.state));
  out.u8(v.gateTriggered ? 1 : 0);
  for (const n of [v.performanceFeePercent, v.createdAt, v.period, v.nextPeriodAt]) out.f64(n);
  for (const n of [v.mainPrice, v.strategyPrice, v.highWaterMark, v.mainShares]) out.f64(n);
  for (const n of [v.vaultStrategyShares, v.providerStrategyShares, v.providerQueued]) out.f64(n);
  const holders = [...v.holders].sort(([a], [b]) => a - b);
  out.i32(holders.length);
  for (const [account, holder] of holders) writeHolder(out, account, holder);
  out.i32(v.queue.length);
  for (const operation of v.queue) writeOperation(out, operation);
  for (const text of [v.address, v.description, v.providerName]) out.text(text);
}

function writeHolder(out: ByteWriter, account: AccountNumber, { free, queued, lots }: Holder): void {
  out.i32(account);
  out.f64(free);
  out.f64(queued);
  out.i32(lots.length);
  for (const { shares, availableAt } of lots) {
    out.f64(shares);
    out.f64(availableAt);
  }
}

function writeOperation(out: ByteWriter, o: VaultOperation): void {
  out.u8(OPERATIONS.indexOf(o.operation));
  for (const n of [o.operationId, o.account, o.amount, o.at, o.left, o.due, o.paid]) out.f64(n);
}

function readVault(input: ByteReader): Vault {
  return {
    vaultId: input.text(),
    name: input.text(),
    provider: input.i32(),
    fund: input.i32(),
    cash: input.i32(),
    kind: KINDS[input.u8()]!,
    state: VAULT_STATES[input.u8()]!,
    gateTriggered: input.u8() === 1,
    performanceFeePercent: input.f64(),
    createdAt: input.f64(),
    period: input.f64(),
    nextPeriodAt: input.f64(),
    mainPrice: input.f64(),
    strategyPrice: input.f64(),
    highWaterMark: input.f64(),
    mainShares: input.f64(),
    vaultStrategyShares: input.f64(),
    providerStrategyShares: input.f64(),
    providerQueued: input.f64(),
    holders: new Map(Array.from({ length: input.i32() }, () => readHolder(input))),
    queue: Array.from({ length: input.i32() }, () => readOperation(input)),
    ...readProfile(input),
  };
}

function readProfile(input: ByteReader): VaultProfile {
  if (input.format < 13) return NO_PROFILE;
  return { address: input.text(), description: input.text(), providerName: input.text() };
}

function readHolder(input: ByteReader): [number, Holder] {
  return [
    input.i32(),
    {
      free: input.f64(),
      queued: input.f64(),
      lots: Array.from({ length: input.i32() }, () => ({ shares: input.f64(), availableAt: input.f64() })),
    },
  ];
}

function readOperation(input: ByteReader): VaultOperation {
  return {
    operation: OPERATIONS[input.u8()]!,
    operationId: input.f64(),
    account: input.f64(),
    amount: input.f64(),
    at: input.f64(),
    left: input.f64(),
    due: input.f64(),
    paid: input.f64(),
  };
}
