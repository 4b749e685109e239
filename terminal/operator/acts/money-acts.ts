// The acts on money: withdrawals, the vault, waiting deposits, and grants to builders and accounts.

import type { ViewOf } from "@evermark/client/operator.ts";
import type { ActSpec } from "../parts/act-spec.ts";

type Custody = ViewOf<"getCustody">;

const HASH = /^0x[0-9a-fA-F]{64}$/;

export function withdrawalsAct({ paused, rows }: ViewOf<"getWithdrawals">): ActSpec {
  const waiting = `${rows.length} ${rows.length === 1 ? "withdrawal is" : "withdrawals are"} open now.`;
  return paused
    ? {
        ...{ act: "withdrawals", title: "Let withdrawals go on", verb: "Let them go on" },
        says: () => [`Accepted withdrawals are sent to the chain again. ${waiting}`],
        changes: () => [["Withdrawals", "paused", "running"]],
        input: () => ({ state: "running" }),
      }
    : {
        ...{ act: "withdrawals", title: "Pause withdrawals", verb: "Pause them", isGrave: true },
        says: () => [
          `Withdrawals are accepted and wait, over restarts too, until they are let go on. What is sent already goes on. ${waiting}`,
        ],
        changes: () => [["Withdrawals", "running", "paused"]],
        input: () => ({ state: "paused" }),
      };
}

export function acceptAct({ transaction, text, kind }: Custody["unexplained"][number]): ActSpec {
  return {
    ...{ act: "custody", title: "Accept what is unexplained", verb: "Accept it", isGrave: true },
    says: () => [
      `The journal does not explain this ${kind}: ${text}.`,
      "Payments stand still no more for anything that its transaction did. Accept it only if you know who made it and why.",
    ],
    changes: () => [[transaction, "unexplained", "accepted"]],
    input: () => ({ accept: transaction }),
  };
}

export function repairAct({ missing }: Custody): ActSpec {
  return {
    ...{ act: "custody", title: "Repair the vault", verb: "Book the repair" },
    fields: [
      { name: "repair", label: "Hash of the transaction that has funded the vault", hint: "final, and made for this" },
    ],
    says: () => [
      `${missing} USDC are missing from the vault. What that transaction has put in makes it good, and is credited to no account.`,
    ],
    input: ({ repair = "" }) => (HASH.test(repair.trim()) ? { repair: repair.trim() } : undefined),
  };
}

export function creditAct(parked: Custody["parked"][number]): ActSpec {
  return {
    ...{ act: "parked", title: "Credit a deposit", verb: "Credit it", isGrave: true },
    says: () => [
      `${parked.amount} USDC are credited to the account that the chain has named, ${parked.account_id}, once.`,
      `It was not credited because: ${parked.reason}.`,
    ],
    changes: () => [[parked.reference, "waits", "credited"]],
    input: () => ({ credit: parked.reference }),
  };
}

export function depositsAct({ deposits_trouble: trouble }: Custody): ActSpec {
  return {
    ...{ act: "deposits", title: "Let deposits go on", verb: "Let them go on", isGrave: true },
    says: () => [
      `Deposits are not credited: ${trouble ?? "no reason is known"}.`,
      "What the chain has now counts from now on; what was credited stays credited, and nothing is credited twice. Look at the chain first.",
    ],
    input: () => ({ state: "running" }),
  };
}

const TIERS = ["Public", "Silver", "Gold", "Platinum", "Diamond"] as const;
const tierName = (tier: number | string) => TIERS[Number(tier)] ?? String(tier);
const yesNo = (is: boolean) => (is ? "allowed" : "not allowed");

export function builderAct(row: ViewOf<"getFees">["rows"][number]): ActSpec {
  const { broker_id, minimum_tier: tier, transfers_allowed: allowed } = row;
  return {
    ...{ act: "builder", title: `What ${broker_id} is granted`, verb: "Grant it" },
    fields: [
      {
        ...{ name: "tier", label: "Tier that it does not fall below", kind: "choice", initial: String(tier) },
        options: TIERS.map((name, number) => [String(number), name]),
      },
      {
        ...{
          name: "allowed",
          label: "Transfers of its users to any account",
          kind: "choice",
          initial: String(allowed),
        },
        options: [
          ["true", "allowed"],
          ["false", "not allowed"],
        ],
      },
    ],
    says: () => [
      "What its users pay follows from its tier. Keys of its users with the scope asset may transfer where they are allowed to.",
    ],
    changes: (typed) => [
      ...(typed.tier === String(tier) ? [] : ([["Lowest tier", tierName(tier), tierName(typed.tier!)]] as const)),
      ...(typed.allowed === String(allowed) ? [] : ([["Transfers", yesNo(allowed), yesNo(!allowed)]] as const)),
    ],
    input: (typed) => {
      const isTier = typed.tier !== String(tier);
      const isAllowed = typed.allowed !== String(allowed);
      if (!isTier && !isAllowed) return undefined;
      return {
        broker_id,
        ...(isTier && { minimum_tier: Number(typed.tier) }),
        ...(isAllowed && { transfers_allowed: typed.allowed === "true" }),
      };
    },
  };
}

export const accountAct: ActSpec = {
  ...{ act: "account", title: "What an account is granted", verb: "Grant it" },
  fields: [
    { name: "account", label: "Account id", hint: "0x and 64 hex digits" },
    {
      ...{ name: "allowed", label: "Transfers to any account", kind: "choice", initial: "true" },
      options: [
        ["true", "allowed"],
        ["false", "not allowed"],
      ],
    },
  ],
  says: ({ account = "", allowed }) => [
    `Keys of ${account || "the account"} may ${allowed === "true" ? "" : "no longer "}transfer to any account of the venue.`,
  ],
  input: ({ account = "", allowed }) =>
    HASH.test(account.trim()) ? { account_id: account.trim(), transfers_allowed: allowed === "true" } : undefined,
};
