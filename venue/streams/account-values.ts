// Values of the private topics about an account's settings, its deposits and withdrawals, and its liquidations. Streams
// 10.3 to 12.

import type { EngineReader, FundsEvent, LiquidationEvent, TransferredPosition } from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import { estimateOf } from "../chain/view/estimate.ts";
import type { Venue } from "../venue.ts";
import { assetRowOf, depositIdOf } from "../wire/asset-row.ts";
import { feeInBasisPoints, fromE10, fromMicros, priceOf, quantityOf } from "../wire/decimals.ts";

type EventOf<Event extends { type: string }, Type extends Event["type"]> = Extract<Event, { type: Type }>;
type Leverage = NonNullable<TopicData<"account">["accountDetail"]["symbolLeverage"]>;

/** A market's leverage where none was set, if the market allows it. Rules 5.7. */
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

export function settlementOf(event: EventOf<FundsEvent, "settled">): TopicData<"settle"> {
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

export function depositOf(event: EventOf<FundsEvent, "deposit">, venue: Venue): TopicData<"wallet"> {
  const { key, state, at: updatedAt } = event;
  // A deposit without a chain of its own is shown with the venue's.
  const chainId = event.chainId === 0 ? venue.configuration.chainId : event.chainId;
  const estimate = estimateOf(venue, { side: "DEPOSIT", id: 0, key, chainId, state });
  const id = depositIdOf(event);
  return walletOf(assetRowOf({ ...event, ...estimate, id, fee: 0, chainId, updatedAt, side: "DEPOSIT" }));
}

export function withdrawalOf(event: EventOf<FundsEvent, "withdrawal">, venue: Venue): TopicData<"wallet"> {
  const { withdrawalId, chainId, state, at: updatedAt } = event;
  const estimate = estimateOf(venue, { side: "WITHDRAW", id: withdrawalId, key: "", chainId, state });
  return walletOf(assetRowOf({ ...event, ...estimate, id: String(withdrawalId), side: "WITHDRAW", updatedAt }));
}

/** Clients read two of the fields under either of two names. Streams 11.1. */
function walletOf(row: ReturnType<typeof assetRowOf>): TopicData<"wallet"> {
  const { id, tx_id, ...rest } = row;
  return { id, tx_id, trxId: tx_id, transStatus: row.trans_status, ...rest };
}

/** For the account whose positions were taken. */
export function liquidatedOf(
  engine: EngineReader,
  event: EventOf<LiquidationEvent, "transferred">,
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

/** For the account that took the positions. */
export function takenOverOf(
  engine: EngineReader,
  event: EventOf<LiquidationEvent, "transferred">,
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
