// Other people in a world: a market maker, holders with little leverage, keen ones with much, one with a stop,
// investors of a vault and, for some vaults, its provider. They do what anyone may do and what must work for them
// whatever the ring has done: close, be stopped out, withdraw what is theirs. If something goes wrong for them, that is
// a find just like money.

import { type MarketView, rejectionWords, type Side } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import type { HonestMove } from "./moves.ts";
import { openSubAccount, openVault, openWallet, pay, VAULT } from "./opened-world.ts";
import type { RingSession } from "./ring-session.ts";
import { PLAIN } from "./score.ts";

export const MAKER = 0;
const [LONG, SHORT, KEEN_LONG, KEEN_SHORT, STOPPER, INVESTOR, BYSTANDER, HONEST_PROVIDER, HONEST_FUND] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
];
/** The people that a move may concern: holders of positions. */
export const HOLDERS = [LONG!, SHORT!, KEEN_LONG!, KEEN_SHORT!, STOPPER!] as const;

const USDC = 1_000_000;
const PPM = 1_000_000;
const FIRST_NUMBER = 100;
const LARGE = 200_000;
/**
 * How far from the index the maker bids for a position that is closed: within `stop_slippage`, or nearer if the
 * holder's margin is thin.
 */
const EXIT_PPM = 6_000;
const NEAR_PPM = 200;
const PERIODS_MS = 4 * 3_600_000;

const POSITIONS = [
  { who: LONG!, side: "BUY", money: LARGE / 2, notional: LARGE, leverage: 3 },
  { who: SHORT!, side: "SELL", money: LARGE / 2, notional: LARGE, leverage: 3 },
  { who: KEEN_LONG!, side: "BUY", money: 2_070, notional: LARGE, leverage: 100 },
  { who: KEEN_SHORT!, side: "SELL", money: 2_070, notional: LARGE, leverage: 100 },
  { who: STOPPER!, side: "BUY", money: LARGE / 5, notional: LARGE, leverage: 10 },
] as const;

export function openHonest(session: RingSession): void {
  const { ledger, honest, setting } = session;
  session.send({ type: "add_broker", brokerId: PLAIN, takerFee: 30, makerFee: 0 });
  const provides = setting.vault === "honest";
  for (let person = MAKER; person <= (provides ? HONEST_PROVIDER! : BYSTANDER!); person++) {
    honest[person] = openWallet(session, FIRST_NUMBER + person, PLAIN);
  }
  fund(session, MAKER, 10_000_000);
  fund(session, INVESTOR!, LARGE);
  fund(session, BYSTANDER!, 1_000);
  for (const { who, side, money, notional, leverage } of POSITIONS) {
    fund(session, who, money);
    session.send({ type: "set_leverage", account: honest[who]!, market: -1, leverage, marginMode: "CROSS" });
    trade(session, who, side, 0, notional);
  }
  if (provides) invest(session);
  const past = setting.past;
  if (past === 0) return;
  session.setSourcePrice(0, Math.round((ledger.sourcePrices[0]! * (PPM + past / 2)) / PPM));
  session.tick();
  session.setSourcePrice(0, Math.round((ledger.sourcePrices[0]! * (PPM + past / 2)) / PPM));
  session.tick();
}

function fund(session: RingSession, person: number, usdc: number): void {
  pay(session, session.honest[person]!, usdc * USDC);
}

/** Opens an honest provider's vault with a position and an investor, past its first periods. */
function invest(session: RingSession): void {
  const { honest } = session;
  const provider = honest[HONEST_PROVIDER!]!;
  const account = openSubAccount(session, provider, HONEST_FUND!);
  honest[HONEST_FUND!] = account;
  fund(session, HONEST_PROVIDER!, LARGE);
  openVault(session, provider, account);
  const request = (by: number, operation: "SP_DEPOSIT" | "LP_DEPOSIT") =>
    session.send({ type: "request_vault_operation", account: by, vaultId: VAULT, operation, amount: 100_000 * USDC });
  request(provider, "SP_DEPOSIT");
  session.leap(session.now + PERIODS_MS);
  session.send({ type: "set_vault_state", vaultId: VAULT, state: "live" });
  request(honest[INVESTOR!]!, "LP_DEPOSIT");
  session.leap(session.now + PERIODS_MS);
  session.send({ type: "set_leverage", account, market: -1, leverage: 10, marginMode: "CROSS" });
  trade(session, HONEST_FUND!, "BUY", 0, 5 * LARGE);
}

/** Trades with the maker, at the index. */
function trade(session: RingSession, person: number, side: Side, number: number, usdc: number): void {
  const market = session.engine.market(number);
  const lots = Math.floor((usdc * USDC) / (market.index * market.microsPerTickLot));
  order(session, MAKER, against(side), market, market.index, lots);
  order(session, person, side, market, market.index, lots);
  cancel(session, MAKER);
}

export function act(session: RingSession, move: HonestMove): void {
  switch (move.act) {
    case "quote":
      return quote(session, move.market, move.off, move.usdc);
    case "close":
      return close(session, move.who, move.market);
    case "stop":
      return stop(session, move.who, move.market, move.off);
    case "leave":
      return leave(session);
    case "invest":
      return shares(session, "LP_DEPOSIT");
    case "redeem":
      return shares(session, "LP_WITHDRAW");
  }
}

/** The maker quotes both sides, at a distance from the index. */
function quote(session: RingSession, number: number, off: number, usdc: number): void {
  const market = session.engine.market(number);
  cancel(session, MAKER);
  const lots = Math.max(1, Math.floor((usdc * USDC) / (market.index * market.microsPerTickLot)));
  order(session, MAKER, "BUY", market, Math.floor((market.index * (PPM - off)) / PPM), lots);
  order(session, MAKER, "SELL", market, Math.ceil((market.index * (PPM + off)) / PPM), lots);
}

/**
 * In a market that trades, a person who is not in liquidation must be able to close at once when there is a bid near
 * the index.
 */
function close(session: RingSession, person: number, number: number): void {
  const account = session.honest[person]!;
  const { engine, ledger } = session;
  const market = engine.market(number);
  const held = engine.position(account, number, "CROSS").quantity;
  const calm =
    ledger.follows(number) && session.silent(number) === 0 && engine.liquidations.isLiquidating(account, -1) === false;
  if (held === 0 || !calm || !(market.state === "ACTIVE" || market.state === "REDUCE_ONLY")) return;
  const side = held > 0 ? "SELL" : "BUY";
  // No one can close at a price that the account can't pay, so with little margin left the bid is nearer.
  const notional = Math.abs(held) * market.index * market.microsPerTickLot;
  const off = engine.margin(account).totalCollateral * PPM < 2 * EXIT_PPM * notional ? NEAR_PPM : EXIT_PPM;
  const bid = Math.round((market.index * (PPM + (held > 0 ? -off : off))) / PPM);
  const quoted = order(session, MAKER, against(side), market, bid, Math.abs(held));
  // Part of the bid may have traded with the ring's quotes beyond it.
  const isShown = engine
    .bookSide(number, against(side), 1_000)
    .some(({ price, quantity }) => price === bid && quantity >= Math.abs(held));
  const isFirm = quoted && isShown && mayTake(session, market, held);
  order(session, person, side, market, 0, Math.abs(held), true);
  const left = engine.position(account, number, "CROSS").quantity;
  if (isFirm && left !== 0)
    ledger.people.recordHarm(`account ${account} can't close its position: ${left} of ${held} lots are left`);
  cancel(session, MAKER);
}

/** Whether the maker can take over this many lots: where nothing may be opened, he can only close his own position. */
function mayTake({ engine, honest }: RingSession, { market, state }: MarketView, lots: number): boolean {
  const makerLots = engine.position(honest[MAKER]!, market, "CROSS").quantity;
  return state === "ACTIVE" || (makerLots * lots < 0 && Math.abs(makerLots) >= Math.abs(lots));
}

/** Places a stop that closes the whole position, at a distance from the index. */
function stop(session: RingSession, person: number, number: number, off: number): void {
  const account = session.honest[person]!;
  const market = session.engine.market(number);
  const held = session.engine.position(account, number, "CROSS").quantity;
  if (held === 0) return;
  const below = held > 0;
  const trigger = Math.round((market.index * (PPM + (below ? -1 : 1) * Math.abs(off))) / PPM);
  const { quoteTick, baseTick } = market.parameters;
  session.send({
    type: "place_algo_order",
    account,
    market: number,
    algoType: "STOP",
    side: below ? "SELL" : "BUY",
    orderType: "MARKET",
    price: 0,
    quantity: Math.abs(held) * baseTick,
    triggerPrice: trigger * quoteTick,
    activatedPrice: 0,
    callbackRate: 0,
    callbackValue: 0,
    reduceOnly: true,
    visible: true,
    clientOrderId: "",
    tag: "",
    marginMode: "CROSS",
    children: [],
  });
}

/** A person without a position withdraws everything, unless the fund owes. */
function leave(session: RingSession): void {
  const account = session.honest[BYSTANDER!]!;
  const { solvencyHalt, clockHalt } = session.engine.venue();
  const amount = session.engine.margin(account).holding;
  if (amount <= 1 || solvencyHalt || clockHalt) return;
  const nonce = session.send({ type: "issue_nonce", account, kind: "withdraw" }).created;
  const receiver = session.engine.account(account).wallet;
  const terms = { account, amount, fee: 1, nonce, chainId: 196, receiver };
  const { rejection } = session.send({ type: "request_withdrawal", ...terms });
  if (rejection !== null)
    session.ledger.people.recordHarm(`account ${account} can't withdraw: ${rejectionWords(rejection)}`);
}

function shares(session: RingSession, operation: "LP_DEPOSIT" | "LP_WITHDRAW"): void {
  const account = session.honest[INVESTOR!]!;
  const { available } = session.engine.vaults.shares(VAULT, account);
  const amount = operation === "LP_DEPOSIT" ? session.engine.margin(account).withdrawable : available;
  if (amount > 0) session.send({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount });
}

/** Places an order; price 0 means a market order. @returns whether it was accepted */
function order(
  session: RingSession,
  person: number,
  side: Side,
  market: MarketView,
  price: number,
  lots: number,
  reduceOnly = false,
): boolean {
  const { quoteTick, baseTick, baseMax } = market.parameters;
  const { at: _, ...rest } = placeOrder({});
  const quantity = Math.min(lots * baseTick, baseMax);
  const terms = { market: market.market, side, price: price * quoteTick, quantity, reduceOnly };
  const orderType = price === 0 ? ("MARKET" as const) : ("LIMIT" as const);
  return (
    session.send({ ...rest, ...terms, orderType, account: session.honest[person]!, marginMode: "CROSS" }).rejection ===
    null
  );
}

function cancel(session: RingSession, person: number): void {
  session.send({ type: "cancel_all_orders", account: session.honest[person]!, market: -1 });
}

function against(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}
