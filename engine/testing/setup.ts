// Commands with defaults, for tests: a placement has seventeen fields, and a test is about two of them.

import { feeE5, micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import type {
  AddBroker,
  AmendOrder,
  Command,
  CreditDeposit,
  ListMarket,
  OpenAccount,
  PlaceOrder,
} from "../language/commands/commands.ts";
import type { MarketParameters } from "../language/market-parameters.ts";

/** A whole minute, so that ticks and minutes start together. */
export const START = millis(1_700_000_040_000);

type Fields<Of extends Command> = Partial<Omit<Of, "type">>;

export function placeOrder(fields: Fields<PlaceOrder>): PlaceOrder {
  return {
    type: "place_order",
    at: START,
    account: 0,
    market: 0,
    side: "BUY",
    orderType: "LIMIT",
    price: priceE8(0),
    quantity: quantityE8(0),
    amount: micros(0),
    visible: quantityE8(-1),
    reduceOnly: false,
    clientOrderId: "",
    slippage: 0,
    level: -1,
    postOnlyAdjust: false,
    tag: "",
    marginMode: "",
    inBatch: false,
    untilDisconnect: false,
    ...fields,
  };
}

export function amendOrder(fields: Fields<AmendOrder>): AmendOrder {
  return {
    type: "amend_order",
    at: START,
    account: 0,
    orderId: 0,
    market: 0,
    side: "BUY",
    orderType: "LIMIT",
    price: priceE8(0),
    quantity: quantityE8(0),
    ...fields,
  };
}

export function listMarket(parameters: MarketParameters, price: number): ListMarket {
  return { type: "list_market", at: START, parameters, price: priceE8(price) };
}

export function addBroker(brokerId: string, takerFee: number, makerFee: number): AddBroker {
  return { type: "add_broker", at: START, brokerId, takerFee: feeE5(takerFee), makerFee: feeE5(makerFee) };
}

/** Account ids descend as the numbers rise, so that the order of ids is never the order of opening. */
export function openAccount(number: number, brokerId: string): OpenAccount {
  const accountId = `0x${(0xffff - number).toString(16).padStart(64, "0")}`;
  const wallet = `0x${(number + 1).toString(16).padStart(40, "0")}`;
  return { type: "open_account", at: START, accountId, wallet, brokerId };
}

export function deposit(account: number, amount: bigint | number, reference: string): CreditDeposit {
  const given = { account, amount: micros(Number(amount)), source: "faucet", onChain: null, reference } as const;
  return { type: "credit_deposit", at: START, ...given };
}
