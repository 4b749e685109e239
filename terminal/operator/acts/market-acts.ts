// The acts on one market, and on all of them at once.

import { meaningOfRule, type ViewOf } from "@evermark/client/operator.ts";
import type { ActInputTexts, ActSpec } from "../parts/act-spec.ts";

export type MarketRow = ViewOf<"getMarkets">["rows"][number];

const REASON = { name: "reason", label: "Reason, shown to traders", hint: "up to 200 characters" };

/** What each state means for traders. */
const STATES: Readonly<Record<string, string>> = {
  ACTIVE: "Trading goes on: all orders are taken.",
  POST_ONLY: "Orders that would match at once are refused; those that rest are taken.",
  REDUCE_ONLY: "Orders that would open or enlarge a position are refused, and those that rest are cancelled.",
  HALTED:
    "No order is taken and none is matched; cancelling works. Nothing is liquidated, and orders that would open a position are cancelled.",
  DELISTING: "The market goes towards its end: positions can only be reduced until it is delisted.",
};

export function stateAct({ symbol, state, detail }: MarketRow): ActSpec {
  const isChanged = ({ state: wanted }: ActInputTexts) => wanted !== undefined && wanted !== state;
  return {
    act: "market",
    title: `State of ${symbol}`,
    verb: "Change the state",
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
        ? [`${symbol} is ${typed.state} from now on. ${STATES[typed.state!] ?? ""}`]
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
    verb: "Change the rules",
    fields: Object.entries(before).map(([name, value]) => {
      return { name, label: name.replaceAll("_", " "), initial: value, hint: meaningOfRule(name) };
    }),
    says: (typed) =>
      changed(typed).length === 0
        ? ["Nothing is changed yet."]
        : [
            `These rules of ${symbol} hold from now on; terms of funding after the next payment. Positions and orders stay as they are, and are held to the new rules.`,
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
    verb: "Delist it",
    isGrave: true,
    fields: [{ name: "time", label: "When, in your own time", kind: "time" }],
    says: ({ time = "" }) => [
      time === ""
        ? "Choose when."
        : `${symbol} is delisted at ${new Date(time).toISOString()}. Until then positions can only be reduced; then what is left is closed at the mean of its index.`,
    ],
    changes: ({ time = "" }) => {
      const now = delist_time === null ? "not decided" : new Date(delist_time).toISOString();
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
        "No order is taken or matched in any market from now on, nothing is liquidated, and withdrawals and transfers wait. Cancelling works, and resting orders stay.",
      ],
      changes: () => [["Every market", "open as its own state has it", "halted"]],
      input: (typed) => ({ halted: true, reason: typed.reason }),
    };
  }
  return {
    ...{ act: "halt", title: "Let markets go on", verb: "Let them go on" },
    says: () => [`Each market goes on in its own state. They were halted for: ${reason || "no reason given"}.`],
    changes: () => [["Every market", "halted", "open as its own state has it"]],
    input: () => ({ halted: false }),
  };
}

export const clockAct: ActSpec = {
  ...{ act: "clock", title: "Confirm the machine's clock", verb: "It is right", isGrave: true },
  says: () => [
    "The venue follows the machine's clock from now on, and trading goes on within a second or two.",
    "What is due by it happens at once: timers fire, keys expire, funding is paid. Look at the clock first.",
  ],
  input: () => ({ confirmed: true }),
};
