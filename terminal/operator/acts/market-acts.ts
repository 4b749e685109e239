// The acts on one market, and on all of them at once.

import { meaningOfRule, type ViewOf } from "@evermark/client/operator.ts";
import type { ActInputTexts, ActSpec } from "../parts/act-spec.ts";

export type MarketRow = ViewOf<"getMarkets">["rows"][number];

const REASON = { name: "reason", label: "Reason, shown to traders", hint: "up to 200 characters" };

/** What each state means for traders. */
const STATES: Readonly<Record<string, string>> = {
  ACTIVE: "All orders are accepted.",
  POST_ONLY: "Only orders that rest in the book are accepted; those that would match at once are refused.",
  REDUCE_ONLY: "Orders that would open or increase a position are refused, and resting ones are cancelled.",
  HALTED:
    "No orders are accepted or matched, and nothing is liquidated; cancelling works. Resting orders that would open or increase a position are cancelled.",
  DELISTING: "Positions can only be reduced until the market is delisted.",
};

export function stateAct({ symbol, state, detail }: MarketRow): ActSpec {
  const isChanged = ({ state: wanted }: ActInputTexts) => wanted !== undefined && wanted !== state;
  return {
    act: "market",
    title: `State of ${symbol}`,
    verb: "Change state",
    fields: [
      {
        ...{ name: "state", label: "New state", kind: "choice", initial: state },
        options: [
          ...(state in STATES ? [] : [[state, state] as const]),
          ...Object.keys(STATES).map((name) => [name, name] as const),
        ],
      },
      REASON,
    ],
    says: (typed) =>
      isChanged(typed)
        ? [`${symbol} becomes ${typed.state} at once. ${STATES[typed.state!] ?? ""}`]
        : [`${symbol} is ${state} now${detail === "" ? "" : ` (${detail})`}. Choose another state.`],
    changes: (typed) => (isChanged(typed) ? [["State", state, typed.state!]] : []),
    input: (typed) => (isChanged(typed) ? { symbol, state: typed.state, reason: typed.reason } : undefined),
  };
}

export function rulesAct({ symbol, rules }: MarketRow): ActSpec {
  const before = Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, String(value)]));
  const changed = (typed: ActInputTexts) =>
    Object.entries(before).filter(([name, value]) => (typed[name] ?? value).trim() !== value);
  return {
    act: "market",
    title: `Rules of ${symbol}`,
    verb: "Change rules",
    fields: Object.entries(before).map(([name, value]) => {
      return { name, label: name.replaceAll("_", " "), initial: value, hint: meaningOfRule(name) };
    }),
    says: (typed) =>
      changed(typed).length === 0
        ? ["No rule is changed yet."]
        : [
            `The rules of ${symbol} change at once, except funding period, cap and floor, which change after the next payment. Open orders that the new price range no longer allows are cancelled.`,
          ],
    changes: (typed) => changed(typed).map(([name, value]) => [name.replaceAll("_", " "), value, typed[name]!.trim()]),
    input: (typed) => {
      const values = changed(typed).map(([name]) => [name, ruleOf(rules[name]!, typed[name]!.trim())]);
      return values.length === 0 ? undefined : { symbol, ...Object.fromEntries(values) };
    },
  };
}

/** Converts a typed rule to the type of its former value; numbers with decimals are sent as typed. */
function ruleOf(former: MarketRow["rules"][string], typed: string): unknown {
  if (Array.isArray(former)) return typed.split(",").map((name) => name.trim());
  if (typeof former === "boolean") return typed === "true" ? true : typed === "false" ? false : typed;
  return Number.isInteger(former) && /^\d+$/.test(typed) ? Number(typed) : typed;
}

export function delistAct({ symbol, delist_time }: MarketRow): ActSpec {
  return {
    act: "market",
    title: `Delist ${symbol}`,
    verb: "Delist",
    isGrave: true,
    fields: [{ name: "time", label: "Delist at (your local time)", kind: "time" }],
    says: ({ time = "" }) => [
      time === ""
        ? "Choose a time."
        : `${symbol} is delisted at ${new Date(time).toISOString()}. Until then positions can only be reduced; those still open are then closed at the mean index of the last half hour.`,
    ],
    changes: ({ time = "" }) => {
      const now = delist_time === null ? "no time set" : new Date(delist_time).toISOString();
      return time === "" ? [] : [["Delisted at", now, new Date(time).toISOString()]];
    },
    input: ({ time = "" }) => (time === "" ? undefined : { symbol, delist_time: Date.parse(time) }),
  };
}

export function haltAct({ halted, halt_reason: reason }: ViewOf<"getSystem">): ActSpec {
  if (!halted) {
    return {
      ...{ act: "halt", title: "Halt every market", verb: "Halt every market", isGrave: true, fields: [REASON] },
      says: () => [
        "No orders are accepted or matched in any market, and nothing is liquidated; cancelling works. Resting orders that would open or increase a position are cancelled.",
        "Accounts with a cross position in a halted market can't withdraw or transfer.",
      ],
      changes: () => [["Every market", "in its own state", "halted"]],
      input: (typed) => ({ halted: true, reason: typed.reason }),
    };
  }
  return {
    ...{ act: "halt", title: "Resume every market", verb: "Resume every market" },
    says: () => [`Each market returns to its own state. Reason for the halt: ${reason || "none given"}.`],
    changes: () => [["Every market", "halted", "in its own state"]],
    input: () => ({ halted: false }),
  };
}

export const clockAct: ActSpec = {
  ...{ act: "clock", title: "Confirm the machine's clock", verb: "Confirm the clock", isGrave: true },
  says: () => [
    "The venue follows the machine's clock from now on, and trading resumes within a second or two.",
    "Everything due by that clock happens at once: timers fire, keys expire, funding is paid. Check the clock first.",
  ],
  input: () => ({ confirmed: true }),
};
