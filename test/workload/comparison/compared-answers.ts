// The parts of answers and reports that the rules decide; the rest is up to the engine.

import type { Command, OrderReport } from "@evermark/engine";

/** The parts of an answer on which engine and model have to agree, depending on the command. */
export function comparableAnswer(
  command: Command,
  answer: {
    rejectionCode: number | null;
    orderId: number;
    status: string;
    replayed: boolean;
    expectedTriggerTime: number;
    count: number;
    algoOrderId: number;
  },
) {
  const { rejectionCode, orderId, status, replayed, expectedTriggerTime, count, algoOrderId } = answer;
  switch (command.type) {
    case "place_order":
      return { rejectionCode, orderId, replayed, status: orderId === 0 ? "" : status };
    case "amend_order":
    case "cancel_order":
      return rejectionCode === null ? { orderId, status } : { rejectionCode };
    case "cancel_all_orders":
      return { rejectionCode, count };
    case "place_algo_order":
      return { rejectionCode, algoOrderId, replayed };
    // Several things can be wrong with a list of changes, and the rules don't say which comes first.
    case "amend_algo_order":
      return { refused: rejectionCode !== null };
    case "cancel_algo_order":
      return rejectionCode === null ? { algoOrderId } : { rejectionCode };
    case "cancel_all_after":
      return rejectionCode === null ? { expectedTriggerTime } : { rejectionCode };
    // The rules leave the code open.
    case "create_referral_code":
    case "bind_referral":
    case "set_affiliate":
    case "set_broker_fees":
    case "set_account_fees":
    case "reset_account_fees":
    case "settle_pnl":
    case "create_vault":
      return { refused: rejectionCode !== null };
    // The rules do not decide the answer to a repeated reference, as long as it credits nothing.
    case "credit_deposit":
      return {};
    case "transfer_funds":
    case "move_position_margin":
    case "claim_liquidation":
    case "claim_insurance_fund":
      return { rejectionCode, replayed };
    default:
      return { rejectionCode };
  }
}

export function comparableReport(report: OrderReport) {
  const { seq, tagFeeRate, ...rest } = report;
  return report.cause === "rejected" ? { ...rest, reason: "" } : rest;
}
