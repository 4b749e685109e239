// Strategy vaults in history: operations, the starts of periods, each account's deposits and withdrawals, the cost of its
// shares and the fees on them, and the vault's value at each hour. Rules 10.
//
// Figures over a vault's whole life are kept up to date with each event (`vault_totals`, `vault_holders`). Hourly values are
// kept for a month, daily values for good.

import { FIRST_SHARE_PRICE, type VaultEvent, worthOfShares } from "@evermark/engine";
import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";
import { Drawdowns } from "../queries/drawdowns.ts";
import { holdersOf, vaultTotals } from "../queries/vault-queries.ts";
import type { NewRow } from "../schema/schema.ts";
import { VALUE_RESOLUTIONS } from "../schema/vault-tables.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { given, sql } from "../tables/query-builder.ts";
import { statement } from "../tables/statement.ts";
import { addTo, insertNewInto, putInto } from "../tables/writing.ts";

/** How long hourly values are kept: the longest span of hours that can be asked for, and a day more. */
const HOURS_KEPT_MS = 31 * DAY_MS;

/** Codes of a value's `resolution`. */
const [HOURS, DAYS] = [VALUE_RESOLUTIONS.indexOf("hour"), VALUE_RESOLUTIONS.indexOf("day")];

const NEW_VAULT = {
  ...{ isOpen: 1, flow: 0, fees: 0, volume: 0, feeMark: 0, mainShares: 0, firstPeriodAt: 0 },
  ...{ topPrice: FIRST_SHARE_PRICE, topProfit: 0, drawdown: 0, profitDrawdown: 0 },
};

type Settled = Extract<VaultEvent, { type: "settled" }>;
type PeriodStarted = Extract<VaultEvent, { type: "period_started" }>;
type Valued = Extract<VaultEvent, { type: "valued" }>;

/** A vault's totals so far. */
type Totals = NewRow<"vault_totals">;
type Tops = Pick<Totals, "vaultId" | "topPrice" | "topProfit" | "drawdown" | "profitDrawdown">;
type Started = Pick<Totals, "vaultId" | "flow" | "fees" | "feeMark" | "mainShares"> & { readonly at: number };

const PUT_OPERATION = putInto("vault_operations", ["state", "result", "updated_at"]);
const ADD_VAULT = insertNewInto("vault_totals");
const SET_OPEN = statement((builder, { vaultId, isOpen }: Pick<Totals, "vaultId" | "isOpen">) =>
  builder.updateTable("vault_totals").set({ is_open: isOpen }).where("vault_id", "=", vaultId),
);
const OPEN_FUNDS = statement((builder) =>
  builder.selectFrom("vault_totals").select(["fund", "vault_id as vaultId"]).where("is_open", "=", 1),
);
const INSERT_PERIOD = insertNewInto("vault_periods");
const ADD_FLOW = addTo("vault_flows");
const PUT_HOLDER = putInto("vault_holders");
/** Adds the flow, the fee and the fee per share. */
const START_PERIOD = statement((builder, { vaultId, flow, fees, feeMark, mainShares, at }: Started) =>
  builder
    .updateTable("vault_totals")
    .set(({ eb }) => ({
      flow: eb("flow", "+", flow),
      fees: eb("fees", "+", fees),
      fee_mark: eb("fee_mark", "+", feeMark),
      main_shares: mainShares,
      first_period_at: sql<number>`case when first_period_at = 0 then ${at} else first_period_at end`,
    }))
    .where("vault_id", "=", vaultId),
);
const ADD_VOLUME = statement((builder, { vaultId, volume }: Pick<Totals, "vaultId" | "volume">) =>
  builder
    .updateTable("vault_totals")
    .set(({ eb }) => ({ volume: eb("volume", "+", volume) }))
    .where("vault_id", "=", vaultId),
);
const PUT_VALUE = putInto("vault_values");
/** Deletes those before a slot. */
const FORGET_VALUES = statement((builder, { vaultId, resolution, slot }: Slot) =>
  builder
    .deleteFrom("vault_values")
    .where(given("vault_values", { vault_id: vaultId, resolution }))
    .where("slot", "<", slot),
);
const SET_TOPS = statement((builder, { vaultId, topPrice, topProfit, drawdown, profitDrawdown }: Tops) =>
  builder
    .updateTable("vault_totals")
    .set({ top_price: topPrice, top_profit: topProfit, drawdown, profit_drawdown: profitDrawdown })
    .where("vault_id", "=", vaultId),
);

type Slot = Pick<NewRow<"vault_values">, "vaultId" | "resolution" | "slot">;

export class VaultRecords {
  readonly #tables: Store;
  readonly #putOperation: Write<NewRow<"vault_operations">>;
  readonly #addVault: Write<Totals>;
  readonly #setOpen: Write<Pick<Totals, "vaultId" | "isOpen">>;
  readonly #insertPeriod: Write<NewRow<"vault_periods">>;
  readonly #addFlow: Write<NewRow<"vault_flows">>;
  readonly #putHolder: Write<NewRow<"vault_holders">>;
  readonly #startPeriod: Write<Started>;
  readonly #addVolume: Write<Pick<Totals, "vaultId" | "volume">>;
  readonly #putValue: Write<NewRow<"vault_values">>;
  readonly #forgetValues: Write<Slot>;
  readonly #setTops: Write<Tops>;
  /** Settlements, which are emitted before the start of the period that they belong to. */
  #settled: Settled[] = [];
  /** The vault of each open fund; null until it is looked up. */
  #vaultOf: Map<number, string> | null = null;
  /** What funds have traded since the last `write`. */
  readonly #volumes = new Map<string, number>();

  constructor(tables: Store) {
    this.#tables = tables;
    this.#putOperation = tables.prepare(PUT_OPERATION);
    this.#addVault = tables.prepare(ADD_VAULT);
    this.#setOpen = tables.prepare(SET_OPEN);
    this.#insertPeriod = tables.prepare(INSERT_PERIOD);
    this.#addFlow = tables.prepare(ADD_FLOW);
    this.#putHolder = tables.prepare(PUT_HOLDER);
    this.#startPeriod = tables.prepare(START_PERIOD);
    this.#addVolume = tables.prepare(ADD_VOLUME);
    this.#putValue = tables.prepare(PUT_VALUE);
    this.#forgetValues = tables.prepare(FORGET_VALUES);
    this.#setTops = tables.prepare(SET_TOPS);
  }

  put(event: VaultEvent): void {
    switch (event.type) {
      case "state_changed":
        this.#addVault.run({ ...NEW_VAULT, vaultId: event.vaultId, fund: event.fund });
        this.#setOpen.run({ vaultId: event.vaultId, isOpen: event.state === "closed" ? 0 : 1 });
        this.#vaultOf = null;
        break;
      case "operation":
        this.#putOperation.run({ ...event, createdAt: event.at, updatedAt: event.at });
        break;
      case "settled":
        this.#settled.push(event);
        break;
      case "period_started":
        this.#start(event);
        break;
      case "valued":
        this.#value(event);
        break;
    }
  }

  /** One leg of a trade; micros. */
  trade(account: number, notional: number): void {
    this.#vaultOf ??= this.#openFunds();
    if (this.#vaultOf.size === 0) return;
    const vaultId = this.#vaultOf.get(account);
    if (vaultId !== undefined) this.#volumes.set(vaultId, (this.#volumes.get(vaultId) ?? 0) + notional);
  }

  write(): void {
    for (const [vaultId, volume] of this.#volumes) this.#addVolume.run({ vaultId, volume });
    this.#volumes.clear();
  }

  #openFunds(): Map<number, string> {
    const open = this.#tables.all(OPEN_FUNDS, {});
    return new Map(open.map(({ fund, vaultId }) => [fund, vaultId]));
  }

  /** The fee is borne by the shares from before the start; only then are the shares counted that the start mints and burns. */
  #start(event: PeriodStarted): void {
    const { vaultId, period, at, performanceFeeShares, strategyPrice } = event;
    const settled = this.#settled.filter((each) => each.vaultId === vaultId);
    this.#settled = this.#settled.filter((each) => each.vaultId !== vaultId);
    const before = vaultTotals(this.#tables, vaultId);
    // The vault is older than these tables, which began empty.
    if (before === undefined) return;
    const fee = worthOfShares(performanceFeeShares, strategyPrice);
    const feePerShare = before.mainShares === 0 ? 0 : fee / before.mainShares;
    this.#insertPeriod.run({ vaultId, period, startedAt: at });
    const flow = event.deposited - event.withdrawn;
    this.#startPeriod.run({ vaultId, flow, fees: fee, feeMark: feePerShare, mainShares: event.mainShares, at });
    for (const each of settled) this.#settle(each, before.feeMark + feePerShare);
  }

  #settle({ vaultId, account, operation, period, shares, amount }: Settled, feeMark: number): void {
    const isDeposit = operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
    const flow = { deposited: isDeposit ? amount : 0, withdrawn: isDeposit ? 0 : amount };
    this.#addFlow.run({ vaultId, account, period, ...flow });
    // The provider's strategy shares are not an investor's.
    if (operation.startsWith("SP")) return;
    const held = holdersOf(this.#tables, [account]).find((each) => each.vaultId === vaultId);
    const before = held ?? { shares: 0, cost: 0, fees: 0, feeMark };
    const fees = before.fees + before.shares * (feeMark - before.feeMark);
    const after = isDeposit
      ? { shares: before.shares + shares, cost: before.cost + amount }
      : { shares: Math.max(0, before.shares - shares), cost: costLeft(before, shares) };
    this.#putHolder.run({ account, vaultId, ...after, fees, feeMark });
  }

  #value({ vaultId, value, mainPrice: price, at }: Valued): void {
    this.write();
    const totals = vaultTotals(this.#tables, vaultId);
    if (totals === undefined) return;
    const { flow, fees, volume } = totals;
    const row = { vaultId, at, value, price, flow, fees, volume };
    this.#putValue.run({ ...row, resolution: HOURS, slot: Math.floor(at / HOUR_MS) });
    this.#putValue.run({ ...row, resolution: DAYS, slot: Math.floor(at / DAY_MS) });
    this.#forgetValues.run({ vaultId, resolution: HOURS, slot: Math.floor((at - HOURS_KEPT_MS) / HOUR_MS) });
    const falls = new Drawdowns(totals).add({ price, profit: value - flow });
    this.#setTops.run({ ...falls, vaultId });
  }
}

/** The cost that remains when some shares are redeemed: the same part as of the shares, rounded down. */
function costLeft({ shares, cost }: { shares: number; cost: number }, redeemed: number): number {
  if (redeemed >= shares) return 0;
  return Number((BigInt(cost) * BigInt(shares - redeemed)) / BigInt(shares));
}
