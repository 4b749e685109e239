// Histories of money: deposits and withdrawals, transfers between accounts, settlements and rebates.

import { words } from "../../texts/words.ts";
import { historyOf, spanAndPage } from "./history-kind.ts";

const { names, empty, columns } = words.histories;

const time = { id: "time", name: columns.time, kind: "time" } as const;
const money = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "money" }) as const;
const word = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "word" }) as const;
const hash = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "hash" }) as const;

const chain = historyOf({
  id: "chain",
  name: names.chain,
  empty: empty.chain,
  filters: ["side", "status", "span"],
  sides: ["DEPOSIT", "WITHDRAW"],
  statuses: ["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.funds.getAssetHistory(
      {
        ...spanAndPage(asked),
        ...(asked.side !== "" && { side: asked.side as "DEPOSIT" }),
        ...(asked.status !== "" && { status: asked.status as "PENDING" }),
      },
      { signal },
    );
    return { rows, total: meta.total };
  },
  keyOf: (row) => row.id,
  changedBy: ["wallet"],
  columns: [
    { ...time, value: (row) => row.created_time },
    { ...word("direction"), value: (row) => row.side },
    { ...word("status"), value: (row) => row.trans_status },
    { ...money("amount"), value: (row) => row.amount },
    { ...money("fee"), value: (row) => row.fee },
    { ...word("token"), value: (row) => row.token },
    { ...word("chain"), value: (row) => row.chain_id },
    { ...hash("transaction"), value: (row) => row.tx_id || null },
    { ...time, id: "updated", name: columns.updated, value: (row) => row.updated_time },
  ],
});

const transfers = historyOf({
  id: "transfers",
  name: names.transfers,
  empty: empty.transfers,
  filters: ["side", "span"],
  // The venue lists one direction at a time.
  sides: ["OUT", "IN"],
  read: async (client, asked, signal) => {
    const side = asked.side === "IN" ? "IN" : "OUT";
    const { rows, meta } = await client.funds.getTransfers({ ...spanAndPage(asked), side }, { signal });
    return { rows, total: meta.total };
  },
  keyOf: (row) => row.id,
  changedBy: ["wallet"],
  columns: [
    { ...time, value: (row) => row.created_time },
    { ...money("amount"), value: (row) => row.amount },
    { ...word("token"), value: (row) => row.token },
    { ...word("status"), value: (row) => row.status },
    { ...hash("from"), value: (row) => row.from_account_id },
    { ...hash("to"), value: (row) => row.to_account_id },
    { id: "transferId", name: columns.transferId, kind: "text", value: (row) => row.id },
  ],
});

const settlements = historyOf({
  id: "settlements",
  name: names.settlements,
  empty: empty.settlements,
  filters: ["span"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.funds.getSettlements(spanAndPage(asked), { signal });
    return { rows, total: meta.total };
  },
  keyOf: (row) => row.id,
  changedBy: [],
  columns: [
    { ...time, value: (row) => row.settled_time },
    { id: "settled", name: columns.settled, kind: "change", value: (row) => row.settled_amount },
    { ...money("balanceBefore"), value: (row) => row.old_balance },
    { ...money("balanceAfter"), value: (row) => row.new_balance },
    {
      id: "markets",
      name: columns.markets,
      kind: "text",
      value: (row) => row.symbols.map(({ symbol }) => symbol).join(" "),
    },
  ],
});

const rebates = historyOf({
  id: "rebates",
  name: names.rebates,
  empty: empty.rebates,
  filters: ["side", "span"],
  sides: ["BROKER_FEE", "REFEREE_REBATE", "REFERRER_REBATE"],
  read: async (client, asked, signal) => {
    const type = asked.side === "" ? {} : { type: asked.side as "BROKER_FEE" };
    const { rows, meta } = await client.funds.getDistributions({ ...spanAndPage(asked), ...type }, { signal });
    return { rows, total: meta.total };
  },
  keyOf: (row) => row.id,
  changedBy: [],
  columns: [
    { ...time, value: (row) => row.created_time },
    { ...word("type"), value: (row) => row.type },
    { ...money("amount"), value: (row) => row.amount },
    { ...word("token"), value: (row) => row.token },
    { ...word("status"), value: (row) => row.status },
  ],
});

export const moneyHistories = { chain, transfers, settlements, rebates };
