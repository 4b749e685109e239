// The acts on money: withdrawals, the vault, waiting deposits, and grants to builders and accounts.

import type { ViewOf } from "@evermark/client/operator.ts";
import type { ActSpec } from "../parts/act-spec.ts";

type Custody = ViewOf<"getCustody">;

const HASH = /^0x[0-9a-fA-F]{64}$/;

export function withdrawalsAct({ paused, rows }: ViewOf<"getWithdrawals">): ActSpec {
  const waiting = `${rows.length} ${rows.length === 1 ? "withdrawal is" : "withdrawals are"} open now.`;
  return paused
    ? {
        ...{ act: "withdrawals", title: "Resume withdrawals", verb: "Resume withdrawals" },
        says: () => [`Accepted withdrawals are sent to the chain again. ${waiting}`],
        changes: () => [["Withdrawals", "paused", "running"]],
        input: () => ({ state: "running" }),
      }
    : {
        ...{ act: "withdrawals", title: "Pause withdrawals", verb: "Pause withdrawals", isGrave: true },
        says: () => [
          `Withdrawals are still accepted but wait, across restarts too, until you resume them. Those already sent are not affected. ${waiting}`,
        ],
        changes: () => [["Withdrawals", "running", "paused"]],
        input: () => ({ state: "paused" }),
      };
}

/** What each kind of departure is called. */
export const DEPARTURE_KINDS: Readonly<Record<Custody["unexplained"][number]["kind"], string>> = {
  payment: "payment",
  queued: "queued payment",
  act: "act of the owner or guardian",
};

export function acceptAct({ transaction, text, kind }: Custody["unexplained"][number]): ActSpec {
  return {
    ...{ act: "custody", title: "Accept an unexplained transaction", verb: "Accept", isGrave: true },
    says: () => [
      `The journal does not explain this ${DEPARTURE_KINDS[kind]}: ${text}.`,
      "Nothing in this transaction stops payments any longer. Accept it only if you know who made it and why.",
    ],
    changes: () => [[transaction, "unexplained", "accepted"]],
    input: () => ({ accept: transaction }),
  };
}

export function repairAct({ missing }: Custody): ActSpec {
  return {
    ...{ act: "custody", title: "Repair the vault", verb: "Record the repair" },
    fields: [
      {
        name: "repair",
        label: "Hash of the transaction that funded the vault",
        hint: "must be final, and made for this purpose",
      },
    ],
    says: () => [
      `${missing} USDC are missing from the vault. What the transaction paid in counts towards that amount and is not credited to any account.`,
    ],
    input: ({ repair = "" }) => (HASH.test(repair.trim()) ? { repair: repair.trim() } : undefined),
  };
}

export function creditAct(parked: Custody["parked"][number]): ActSpec {
  return {
    ...{ act: "parked", title: "Credit a deposit", verb: "Credit", isGrave: true },
    says: () => [
      `${parked.amount} USDC are credited, once only, to the account named on the chain: ${parked.account_id}.`,
      `Why the deposit was parked: ${parked.reason}.`,
    ],
    changes: () => [[parked.reference, "parked", "credited"]],
    input: () => ({ credit: parked.reference }),
  };
}

export function depositsAct({ deposits_trouble: trouble }: Custody): ActSpec {
  return {
    ...{ act: "deposits", title: "Resume deposits", verb: "Resume deposits", isGrave: true },
    says: () => [
      `Deposits are not being credited: ${trouble ?? "reason unknown"}.`,
      "The chain's present state is accepted as correct. Deposits already credited stay credited, and none is credited twice. Check the chain first.",
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
    ...{ act: "builder", title: `Grants of ${broker_id}`, verb: "Change grants" },
    fields: [
      {
        ...{ name: "tier", label: "Minimum tier", kind: "choice", initial: String(tier) },
        options: TIERS.map((name, number) => [String(number), name]),
      },
      {
        ...{
          name: "allowed",
          label: "Transfers by its users to any account",
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
      "Its tier determines the fees of its users. If transfers to any account are allowed, its users' keys with the asset scope can make them; otherwise those keys can only transfer between accounts of one owner.",
    ],
    changes: (typed) => [
      ...(typed.tier === String(tier) ? [] : ([["Minimum tier", tierName(tier), tierName(typed.tier!)]] as const)),
      ...(typed.allowed === String(allowed)
        ? []
        : ([["Transfers to any account", yesNo(allowed), yesNo(!allowed)]] as const)),
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
  ...{ act: "account", title: "Grants of an account", verb: "Change grants" },
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
    `Keys of ${account || "the account"} ${allowed === "true" ? "can" : "can no longer"} transfer to any account of the venue.`,
  ],
  input: ({ account = "", allowed }) =>
    HASH.test(account.trim()) ? { account_id: account.trim(), transfers_allowed: allowed === "true" } : undefined,
};
