// What the private topics say of an account's settings, its movements of money and its liquidations. Streams 10.3 to 12.

import type { FundsEvent, LiquidationEvent, TransferredPosition } from "@evermark/engine/events.ts";
import type { EngineReader } from "@evermark/engine/views.ts";
import type { TopicData } from "@evermark/interface/topics.ts";
import { assetRowOf, depositIdOf } from "../asset-row.ts";
import { feeInBasisPoints, fromE10, fromMicros, priceOf, quantityOf } from "../decimals.ts";

type Of<Event extends { type: string }, Type extends Event["type"]> = Extract<Event, { type: Type }>;
type Leverage = NonNullable<TopicData<"account">["accountDetail"]["symbolLeverage"]>;

/** Leverage of a market where none was set, if the market allows it. Rules 5.7. */
const DEFAULT_LEVERAGE = 10;

export function accountDetailOf(engine: EngineReader, account: number, changed?: Leverage): TopicData<"account"> {
  const { takerFee, makerFee, maintenanceCancel } = engine.account(account);
  const margin = engine.margin(account);
  const taker = feeInBasisPoints(takerFee);
  const maker = feeInBasisPoints(makerFee);
  return {
    accountDetail: {
      marginMode: "FUTURES",
      futuresLeverage: DEFAULT_LEVERAGE,
      takerFeeRate: taker,
      makerFeeRate: maker,
      futuresTakerFeeRate: taker,
      futuresMakerFeeRate: maker,
      rwaFuturesTakerFeeRate: taker,
      rwaFuturesMakerFeeRate: maker,
      maintenanceCancelFlag: maintenanceCancel,
      totalCollateralValue: fromMicros(margin.totalCollateral),
      freeCollateral: fromMicros(margin.freeCollateral),
      accountValue: fromMicros(margin.accountValue),
      ...(changed === undefined ? {} : { symbolLeverage: changed }),
    },
  };
}

export function settlementOf(event: Of<FundsEvent, "settled">): TopicData<"settle"> {
  return {
    id: event.settlementId,
    old_balance: fromMicros(event.holdingBefore),
    new_balance: fromMicros(event.holdingAfter),
    settled_amount: fromMicros(event.holdingAfter - event.holdingBefore),
    requested_time: event.at,
    settled_time: event.at,
    status: "COMPLETED",
  };
}

/** @param chainId of the venue: money that was given has no chain of its own */
export function depositOf(event: Of<FundsEvent, "deposit">, chainId: number): TopicData<"wallet"> {
  const id = depositIdOf(event);
  const shown = { ...event, id, fee: 0, chainId: event.chainId === 0 ? chainId : event.chainId, updatedAt: event.at };
  return walletOf(assetRowOf({ ...shown, side: "DEPOSIT" }));
}

export function withdrawalOf(event: Of<FundsEvent, "withdrawal">): TopicData<"wallet"> {
  const id = String(event.withdrawalId);
  return walletOf(assetRowOf({ ...event, id, side: "WITHDRAW", updatedAt: event.at }));
}

/** Clients read two of the fields under either name. Streams 11.1. */
function walletOf(row: ReturnType<typeof assetRowOf>): TopicData<"wallet"> {
  const { id, tx_id, side, token, amount, fee, trans_status, created_time, updated_time, chain_id } = row;
  const [trxId, transStatus] = [tx_id, trans_status];
  const times = { created_time, updated_time };
  return { id, tx_id, trxId, side, token, amount, fee, trans_status, transStatus, ...times, chain_id };
}

/** To the account that gave the positions away. */
export function liquidatedOf(
  engine: EngineReader,
  event: Of<LiquidationEvent, "transferred">,
): TopicData<"liquidationsaccount"> {
  return [
    {
      liquidationId: event.liquidationId,
      timestamp: event.at,
      transferAmountToInsuranceFund: fromMicros(event.amount),
      positionsByPerp: event.positions.map((position) => ({
        ...takenOf(engine, position),
        insuranceFundFee: fromE10(position.insuranceFeeRate),
        absLiquidationFee: fromMicros(position.liquidatorFee + position.insuranceFee),
        marginMode: position.marginMode,
      })),
    },
  ];
}

/** To the account that took them. */
export function takenOverOf(
  engine: EngineReader,
  event: Of<LiquidationEvent, "transferred">,
): TopicData<"liquidatorliquidations"> {
  return {
    liquidationId: event.liquidationId,
    timestamp: event.at,
    type: event.kind === "claim" ? "claim" : "liquidated",
    assigned: event.assigned ? 1 : 0,
    positionsByPerp: event.positions.map((position) => ({
      ...takenOf(engine, position),
      absLiquidatorFee: fromMicros(position.liquidatorFee),
    })),
  };
}

function takenOf(engine: EngineReader, position: TransferredPosition) {
  const { parameters } = engine.market(position.market);
  return {
    symbol: parameters.symbol,
    positionQty: quantityOf(parameters, position.quantity),
    costPositionTransfer: fromMicros(position.costTransfer),
    transferPrice: priceOf(parameters, position.price),
    liquidatorFee: fromE10(position.liquidatorFeeRate),
  };
}
