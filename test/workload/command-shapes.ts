// Relations between the fields of a command, which would be refused if each were drawn by its unit alone: a market
// order has no price, a withdrawal has the nonce that was issued for it.

import { CHANGEABLE } from "@evermark/engine";
import { valuesToTry } from "@evermark/engine/testing/parameter-values.ts";
import { algoAmendment, algoPlacement } from "./algo-shapes.ts";
import { SIGNERS } from "./command-texts.ts";
import type { CommandType, Draft } from "./drawn-command.ts";
import { mains } from "./known.ts";
import type { Situation } from "./situation.ts";

type Shapes = {
  readonly [Type in CommandType]?: (situation: Situation, draft: Draft<Type>) => Draft | readonly Draft[];
};

const E8 = 100_000_000;
const PRICED: readonly string[] = ["LIMIT", "IOC", "FOK", "POST_ONLY"];

export const SHAPES: Shapes = {
  place_order: placement,
  place_algo_order: algoPlacement,
  amend_algo_order: algoAmendment,
  amend_order(situation, draft) {
    const { dice } = situation;
    const quantity = dice.chance(900) ? draft.quantity : situation.market(draft.market).parameters.baseMax;
    return { ...draft, quantity, ...dice.pick([{ price: 0 }, { quantity: 0 }, {}]) };
  },
  cancel_order({ dice }, draft) {
    const byClient = draft.clientOrderId !== "" && dice.chance(400);
    const market = dice.chance(500) ? -1 : draft.market;
    return { ...draft, market, ...(byClient ? { orderId: 0 } : { clientOrderId: "" }) };
  },
  cancel_algo_order({ dice }, draft) {
    const byClient = draft.clientOrderId !== "" && dice.chance(400);
    return { ...draft, ...(byClient ? { algoOrderId: 0 } : { clientOrderId: "" }) };
  },
  /** The direction in which there is margin to move. */
  move_position_margin(situation, draft) {
    const { dice } = situation;
    const account = situation.holder(draft.market, "ISOLATED") ?? draft.account;
    const { margin } = situation.position(account, draft.market, "ISOLATED");
    const most = draft.direction === "ADD" ? situation.look.margin(account).withdrawable : margin;
    const amount = Math.floor((most * dice.pick([1, 10, 30, 60, 99, 100, 150])) / 100);
    return { ...draft, account, amount: dice.chance(50) ? draft.amount : Math.max(1, amount) };
  },
  claim_liquidation(situation, draft) {
    const { dice } = situation;
    const offer = situation.offers("liquidated").find(({ liquidationId }) => liquidationId === draft.liquidationId);
    const [first] = offer?.positions ?? [];
    const ratio = dice.pick([E8, E8, E8, E8 / 2, E8 / 4, 33_330_000, 12_345, 0, 100_010_000]);
    const limits =
      dice.chance(200) && first
        ? [{ market: first.market, price: situation.about(first.market, dice.between(-2, 2)) }]
        : [];
    const ratios = dice.chance(130) && first ? [{ market: first.market, ratio }] : [];
    const extraRatio = dice.chance(200) ? dice.pick([1, 40_000_000, E8, E8 + 1]) : 0;
    const account = dice.pick([situation.richest(), situation.richest(), draft.account, situation.poorest()]);
    return { ...draft, account, ratio: ratios.length > 0 ? E8 : ratio, extraRatio, limits, ratios };
  },
  claim_insurance_fund(situation, draft) {
    const { dice } = situation;
    const { baseTick } = situation.market(draft.market).parameters;
    const lots = Math.ceil(((draft.quantity / baseTick) * dice.pick([1, 20, 50, 100, 100, 101])) / 100);
    const limitPrice = dice.chance(600) ? 0 : situation.about(draft.market, dice.between(-2, 2));
    const account = dice.pick([situation.richest(), situation.richest(), draft.account, situation.poorest()]);
    return { ...draft, account, quantity: lots * baseTick, limitPrice };
  },
  request_withdrawal(situation, draft) {
    const amount = withdrawn(situation, draft.account);
    return situation.withNonce(draft.account, "withdraw", (nonce) => ({ ...draft, amount, nonce, proof: null }));
  },
  settle_pnl(situation, draft) {
    if (situation.dice.chance(500)) return { ...draft, nonce: 0 };
    return situation.withNonce(draft.account, "settle", (nonce) => ({ ...draft, nonce }));
  },
  transfer_funds(situation, draft) {
    const amount = withdrawn(situation, draft.account);
    const receivers = draft.receivers.map((each) => ({
      ...each,
      amount: Math.max(1, Math.floor(amount / situation.dice.pick([1, 2, 5]))),
    }));
    if (situation.dice.chance(400)) return { ...draft, receivers, nonce: 0 };
    return situation.withNonce(draft.account, "transfer", (nonce) => ({ ...draft, receivers, nonce }));
  },
  allow_transfers({ dice }, draft) {
    return dice.chance(500) ? { ...draft, broker: -1 } : { ...draft, account: -1 };
  },
  credit_deposit({ dice }, draft) {
    return dice.chance(700) || draft.source === "faucet" ? { ...draft, onChain: null } : draft;
  },
  /** Mostly to a next state. */
  advance_withdrawal({ dice, engine }, draft) {
    const onwards = {
      PENDING: "PROCESSING",
      PENDING_REBALANCE: "PENDING",
      PROCESSING: "COMPLETED",
      COMPLETED: "FAILED",
      FAILED: "FAILED",
    } as const;
    const state = engine.funds.withdrawal(draft.withdrawalId)?.state ?? "PENDING";
    return dice.chance(500) ? { ...draft, to: onwards[state] } : draft;
  },
  set_account_fees: ofBroker,
  reset_account_fees: ofBroker,
  create_referral_code({ dice }, draft) {
    return dice.chance(900) ? { ...draft, refereeShare: E8 - draft.referrerShare } : draft;
  },
  list_market({ planned, markets }, draft) {
    const next = planned[Math.min(markets, planned.length - 1)]!;
    return { ...draft, parameters: next.parameters, price: next.firstPrice };
  },
  schedule_maintenance({ dice, now }, draft) {
    const startAt = dice.chance(250) ? 0 : now + dice.pick([0, 1_000, 3_000, 60_000]);
    return { ...draft, startAt, endAt: startAt + dice.pick([0, 1_000, 5_000, 70_000]) };
  },
  /**
   * Changeable parameters are changed now and then, except sources: the model keeps those that a market was listed
   * with.
   */
  set_market_rules(situation, draft) {
    const { dice } = situation;
    const { listedWith } = situation.market(draft.market);
    const kept = { sources: null, minSources: null };
    const changed = CHANGEABLE.filter(({ field }) => !(field in kept)).map((each) => {
      const drawn = typeof listedWith[each.field] === "number" && dice.chance(350);
      return [each.field, drawn ? dice.pick(valuesToTry(each, listedWith)) : null] as const;
    });
    return { ...draft, ...Object.fromEntries(changed), ...kept };
  },
  start_session(situation, draft) {
    return { ...draft, resumesAt: situation.second(0) + 1_000 * situation.dice.pick([1, 5, 700]), at: undefined };
  },
  confirm_delegate({ dice }, draft) {
    return dice.chance(850) ? draft : { ...draft, signer: dice.pick(SIGNERS) };
  },
  bind_key(situation, draft) {
    const { dice } = situation;
    const lasts = dice.pick([1, 600_000, 86_400_000, 30 * 86_400_000, 30 * 86_400_000]);
    const account = dice.chance(900) ? draft.account : situation.someone();
    return { ...draft, account, expiration: draft.signedAt + lasts, signer: dice.chance(900) ? null : draft.signer };
  },
  set_vault_state({ dice }, draft) {
    return { ...draft, state: dice.chance(900) ? "live" : "closing" };
  },
  request_vault_operation(situation, draft) {
    const { dice, engine, look } = situation;
    const vault = engine.vaults.vault(draft.vaultId);
    const part = dice.pick([1, 20, 100, 300, 700, 1_000, 1_000]);
    if (vault === undefined) return draft;
    const isProvider = draft.operation.startsWith("SP");
    const holders = draft.operation === "LP_WITHDRAW" ? engine.vaults.holders(draft.vaultId) : [];
    const owner = isProvider ? vault.provider : situation.among(holders);
    const account =
      owner !== undefined && dice.chance(900) ? look.opening(owner) : dice.pick([draft.account, ...mains(situation)]);
    const of = draft.operation.endsWith("DEPOSIT")
      ? look.margin(account).withdrawable
      : isProvider
        ? vault.providerStrategyShares
        : engine.vaults.shares(draft.vaultId, look.number(account)).available;
    return { ...draft, account, amount: Math.max(1, Math.floor((of * part) / 1_000)), nonce: null };
  },
};

/** A percentage of what is withdrawable, and now and then a micro more. */
function withdrawn({ dice, look }: Situation, account: number): number {
  const { withdrawable } = look.margin(account);
  const part = Math.floor((withdrawable * dice.pick([1, 10, 30, 50, 100, 100])) / 100);
  return Math.max(1, part + (dice.chance(150) ? 1 : 0));
}

function ofBroker<Type extends "set_account_fees" | "reset_account_fees">(
  { dice, engine, everyone, look }: Situation,
  draft: Draft<Type>,
): Draft<Type> {
  const own = everyone.filter(
    (account) => engine.account(look.number(account)).brokerId === engine.brokerIds[draft.broker],
  );
  const accounts = draft.accounts.map(({ account }) => ({
    account: own.length === 0 || dice.chance(50) ? account : dice.pick(own),
  }));
  const named = new Map(accounts.map((each) => [each.account, each]));
  return { ...draft, accounts: [...named.values()] };
}

/** A consistent order: the fields of its type, around the mark, and on the closing side if it is to close. */
function placement(situation: Situation, draft: Draft<"place_order">): Draft {
  const { dice } = situation;
  const { account, market } = draft;
  const mode = draft.marginMode || situation.look.marginMode(account, market);
  const held = situation.held(account, market, mode);
  const closes = held !== 0 && dice.chance(300);
  const side = closes ? (held > 0 ? "SELL" : "BUY") : draft.side;
  const isByLevel = draft.orderType === "ASK" || draft.orderType === "BID";
  const orderType = dice.chance(isByLevel ? 700 : 450) ? "LIMIT" : draft.orderType;
  const isPriced = PRICED.includes(orderType);
  const byLevel = isByLevel && orderType !== "LIMIT";
  const byAmount = !isPriced && dice.chance(200);
  const away = dice.pick([
    dice.between(-2, 2),
    dice.between(-2, 2),
    dice.between(-9, 9),
    dice.chance(100) ? dice.between(-160, 160) : 0,
  ]);
  const quantity =
    closes && dice.chance(500)
      ? situation.part(account, market, mode, dice.pick([50, 100, 100, 150]))
      : situation.size(market);
  const { baseTick } = situation.market(market).parameters;
  const canHide = orderType === "LIMIT" || (byLevel && !byAmount);
  const shown = dice.pick([0, Math.floor(quantity / baseTick / 2) * baseTick, quantity]);
  return {
    ...draft,
    side,
    orderType,
    price: isPriced ? situation.near(market, away) : 0,
    quantity: byAmount ? 0 : quantity,
    amount: byAmount ? draft.amount : 0,
    visible: canHide && dice.chance(400) ? shown : -1,
    reduceOnly: closes ? dice.chance(500) : dice.chance(40),
    slippage: orderType === "MARKET" && dice.chance(300) ? dice.pick([1, 1_000_000, 3_300_000, E8]) : 0,
    level: byLevel ? dice.pick([-1, 0, 0, 1, 2, 4]) : -1,
    postOnlyAdjust: orderType === "POST_ONLY" && draft.postOnlyAdjust,
    inBatch: dice.chance(100),
  };
}
