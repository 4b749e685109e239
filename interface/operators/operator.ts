// The calls of the operator's console, which has a listener of its own: its views, and one call for each act that its
// keys may do. An act has an id chosen by the caller, under which it is logged before anything happens; the same id
// again does nothing.

import Type, { type TObject } from "typebox";
import { type EndpointRow, endpoint, type OperatorRole, perIp, perUser, stated } from "../rows/endpoint.ts";
import type { ErrorName } from "../rows/errors.ts";
import { MARKET_STATES, orNull, rows } from "../rows/shapes.ts";
import { inputOf, type OperatorAct, type OperatorActRow, operatorActs, operatorKey } from "./operator-acts.ts";
import { sandbox } from "./sandbox.ts";

const text = (description: string) => Type.String({ description });
const usdc = (description: string) => Type.Number({ description: `${description}, in USDC` });
const count = (description: string) => Type.Integer({ description });
const yes = (description: string) => Type.Boolean({ description });
const timeOf = (description: string) => Type.Integer({ description: `${description}, in milliseconds since 1970` });

/** The page reloads its views every few seconds. */
const LOOKS = stated(perUser(300, 60_000));
const VIEW = { method: "GET", auth: "operator", role: "view", limit: LOOKS, source: "design 7" } as const;

/** An id that the caller chooses for one act. */
export const actId = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  expected: "a UUID in lower case",
  description: "a UUID of the caller's: the same one is carried out once",
});

const entry = {
  number: count("in the log, from 1"),
  act_id: text("the id that its caller gave it"),
  time: timeOf("when it was asked for"),
  who: text("name of the key, or of the machine's user"),
  through: Type.Enum(["console", "machine"], { description: "`machine`: by `evermark`, in the data directory" }),
  act: text("which act"),
  input: Type.Record(Type.String(), Type.Unknown(), { description: "what was given to it" }),
  state: Type.Enum(["under_way", "done", "refused", "interrupted"], {
    description: "`interrupted`: the venue ended before it had an answer; whether it was carried out, the journal says",
  }),
  why: orNull(text("why it was refused; null when it was not")),
  position_before: count("how far the journal was applied when it was asked for"),
  first_position: orNull(count("of its commands in the journal; null when there is none")),
  last_position: orNull(count("of its commands in the journal; null when there is none")),
};

const answered = { answer: Type.Unknown({ description: "what it was answered; null without one" }) };

export const logEntry = Type.Object({ ...entry, ...answered });

const fundRow = Type.Object({
  symbol: text("the market"),
  position_qty: Type.Number({ description: "what the fund holds there, below 0 for a short" }),
  average_open_price: Type.Number({ description: "at which it came, or was added to" }),
  mark_price: Type.Number({ description: "mark price of the market" }),
  notional: usdc("what that is worth at the mark price"),
  unsettled_pnl: usdc("what it has gained and not settled"),
  purse: usdc("what came with the position: a claim earns at most that, as long as the fund can carry what it has"),
});

const marketRow = Type.Object({
  symbol: text("the market"),
  state: Type.Enum([...MARKET_STATES], { description: "which orders it takes" }),
  reason: text("what has put it there, in one word"),
  detail: text("the operator's words, or the figures behind the decision"),
  since: timeOf("since when"),
  delist_time: orNull(timeOf("when it is delisted; null while that is not decided")),
  in_doubt: yes("no account is liquidated in it, because its index is in doubt"),
  index_price: Type.Number({ description: "what its sources agree on; 0 before" }),
  mark_price: Type.Number({ description: "what accounts are margined at" }),
  last_price: Type.Number({ description: "of the latest trade; 0 before the first" }),
  best_bid: Type.Number({ description: "0 for an empty side" }),
  best_ask: Type.Number({ description: "0 for an empty side" }),
  open_interest: usdc("of one side at the mark price"),
  volume_24h: usdc("traded in 24 hours"),
  est_funding_rate: Type.Number({ description: "of the next payment, as a fraction" }),
  next_funding_time: timeOf("when it is due"),
  sources: Type.Array(Type.String(), { description: "names of the price sources that count now" }),
  sources_time: timeOf("when the newest of them was heard, or the index was set; 0 before"),
  rules: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean(), Type.Array(Type.String())]), {
    description: "what an operator may change of it, by name, as it is now",
  }),
});

const sourceRow = Type.Object({
  name: text("of the source"),
  feed: text("the connection that it comes by"),
  pair: text("what it quotes, in the feed's words"),
  currency: text("in which it quotes"),
  price: orNull(text("as it is quoted, in decimal digits; null for none")),
  converted: orNull(text("in the currency of the index and units of the market; null for none")),
  age_seconds: orNull(count("since its last quote; null before the first")),
  weight: text("that it has in the index"),
  counts: yes("whether it counts now"),
  reason: text("why it does not; empty when it does"),
  state: Type.Enum(["connecting", "open", "waiting"], { description: "of its connection" }),
  reconnects: count("how often that was opened again"),
  trouble: text("what its connection says; empty for nothing"),
  refused: count("messages that were not taken for their time"),
});

export const operatorViews = {
  getVenue: endpoint({
    method: "GET",
    path: "/operator/v1/venue",
    summary: "Which venue this is, before any key is used",
    auth: "none",
    limit: stated(perIp(20)),
    errors: ["path_not_found"],
    data: Type.Object({
      name: text("what the venue calls itself"),
      venue: text("its own name, by the hash of its first commands"),
      mode: Type.Enum(["sandbox", "production"], { description: "whether its money is real" }),
      brand: text("the word in the names of headers"),
      version: text("of the program"),
    }),
    source: "design 7",
  }),
  getKey: endpoint({
    ...VIEW,
    path: "/operator/v1/key",
    summary: "The key that signs, and all other keys of the console",
    data: Type.Object({ own: operatorKey, rows: Type.Array(operatorKey, { description: "all of them" }) }),
  }),
  getSystem: endpoint({
    ...VIEW,
    path: "/operator/v1/system",
    summary: "How the venue stands: readiness, journal, snapshot, history, clock, streams, chain, nodes and attesters",
    data: Type.Object({
      status: Type.Enum(["ok", "degraded", "unready"], { description: "as `/ready` has it" }),
      reasons: Type.Array(Type.Object({ condition: text("what is broken"), reason: text("why") }), {
        description: "empty when nothing is",
      }),
      mode: Type.Enum(["sandbox", "production"], { description: "whether its money is real" }),
      version: text("of the program"),
      behaviour: count("of the engine"),
      started_time: timeOf("when this process began"),
      accounts: count("that are open"),
      halted: yes("whether an operator has halted every market"),
      halt_reason: text("the operator's words"),
      clock_halt: yes("whether trading stands still because the machine's clock is in doubt"),
      solvency_halt: yes("whether no money leaves because the insurance fund can't cover what it owes"),
      journal: Type.Object({
        position: count("of the last command"),
        bytes: count("of its segments"),
        segments: count("how many there are"),
      }),
      snapshot: orNull(
        Type.Object(
          { position: count("up to which it reaches"), time: timeOf("when it was written") },
          {
            description: "the newest; null before the first",
          },
        ),
      ),
      history: Type.Object({ behind: count("commands that it has not stored yet"), bytes: count("of its file") }),
      clock: Type.Object({
        ahead_seconds: Type.Number({ description: "how far the machine's clock is ahead of venue time" }),
        doubted: yes("whether an operator has to confirm it"),
      }),
      streams: Type.Object({ public: count("open connections"), private: count("open connections") }),
      chain: orNull(
        Type.Object(
          {
            chain_id: count("of the chain"),
            vault: orNull(text("its address; null until it is there")),
            head: orNull(count("height of the newest block; null while it is not known")),
            safe: orNull(count("height up to which blocks are final; null while it is not known")),
            head_time: orNull(timeOf("of the newest block; null while it is not known")),
            trouble: orNull(text("why deposits and withdrawals wait; null when they do not")),
            nodes: Type.Array(
              Type.Object({ node: text("by its host"), fine: yes("it answers, keeps up and agrees with the others") }),
              { description: "nodes that were asked" },
            ),
            attesters: Type.Object({
              known: count("that the vault has"),
              needed: count("that have to sign a payment"),
              away: count("that can't be asked now"),
              behind: Type.Array(
                Type.Object({ attester: text("its address"), commands: count("that it has not repeated yet") }),
                { description: "those on other machines" },
              ),
            }),
          },
          { description: "null where the venue has none" },
        ),
      ),
    }),
  }),
  getMarkets: endpoint({
    ...VIEW,
    path: "/operator/v1/markets",
    summary: "Markets with their states, prices and rules",
    data: rows(marketRow),
  }),
  getPrices: endpoint({
    ...VIEW,
    path: "/operator/v1/prices",
    summary: "Sources of prices: what each says, how old it is, what it weighs, and why it does not count",
    data: Type.Object({
      from: Type.Enum(["simulated", "manual", "feeds"], { description: "where prices come from" }),
      rows: Type.Array(
        Type.Object({
          of: text("a market's symbol, or a currency that is converted"),
          index: orNull(text("what they agree on; null for nothing")),
          needed: count("so many have to count"),
          counting: count("so many do"),
          sources: Type.Array(sourceRow),
        }),
        { description: "empty where no price comes from outside" },
      ),
    }),
  }),
  getFund: endpoint({
    ...VIEW,
    path: "/operator/v1/fund",
    summary: "The insurance fund: what it has, what it holds with each purse, and what it owes",
    data: Type.Object({
      balance: usdc("what it has"),
      collateral: usdc("that and what its positions have gained, less the debts of accounts that wait"),
      debt: usdc("what is missing: collateral below 0"),
      free_collateral: usdc("what it has above what its positions need"),
      notional: usdc("of all its positions"),
      margin_ratio: Type.Number({ description: "collateral by notional; 10 when it holds nothing" }),
      initial_margin_ratio: Type.Number({ description: "that deleveraging restores" }),
      minimum_margin_ratio: Type.Number({ description: "below which it begins" }),
      solvent: yes("whether it covers what it owes"),
      offers: count("liquidations and fund positions that can be claimed now"),
      rows: Type.Array(fundRow, { description: "what it holds" }),
    }),
  }),
  getCustody: endpoint({
    ...VIEW,
    path: "/operator/v1/custody",
    summary: "What the vault holds and what it owes, what of that is not explained, and deposits that wait",
    data: Type.Object({
      chain: yes("whether there is a chain, and so a vault"),
      block: orNull(count("at which the vault was looked at; null before")),
      ...sandbox.lookAtCustody.data.properties,
      expected: usdc("what it must hold by the journal"),
      deposits_trouble: orNull(text("why deposits are not credited; null when they are")),
      custody_trouble: orNull(text("why payments stand still; null when they do not")),
      parked: sandbox.lookAtParked.data.properties.parked,
    }),
  }),
  getWithdrawals: endpoint({
    ...VIEW,
    path: "/operator/v1/withdrawals",
    summary: "Withdrawals that are neither paid nor given back, and what each waits for",
    data: Type.Object({
      paused: yes("whether an operator keeps them from being sent"),
      rows: Type.Array(
        Type.Object({
          withdraw_id: count("its number"),
          account_id: text("whose it is"),
          amount: usdc("what is paid"),
          fee: usdc("what is kept out of it"),
          receiver: text("the wallet that is paid"),
          state: text("how far it is"),
          created_time: timeOf("when it was accepted"),
          attempts: count("how often it was tried again"),
          tx_id: text("the transaction that pays it; empty before"),
          why: text("what it waits for"),
        }),
        { description: "the oldest first" },
      ),
    }),
  }),
  getNotices: endpoint({
    ...VIEW,
    path: "/operator/v1/notices",
    summary: "Announcements that are active, and maintenance",
    data: Type.Object({
      announcements: Type.Array(
        Type.Object({
          announcement_id: count("what withdraws it"),
          message: text("for people to read"),
          url: text("where more is said; empty for nowhere"),
          type: text("what it is about; empty for nothing in particular"),
          time: timeOf("when it was made"),
        }),
        { description: "the oldest first" },
      ),
      maintenance: Type.Object({
        phase: Type.Enum(["none", "announced", "running", "grace"], { description: "`grace`: the minute after it" }),
        start_time: timeOf("when it begins; 0 without one"),
        end_time: timeOf("when it ends; 0 without one"),
        message: text("what is said of it"),
      }),
    }),
  }),
  getFees: endpoint({
    ...VIEW,
    path: "/operator/v1/fees",
    summary: "Builders with their fees, tiers and volumes",
    data: rows(
      Type.Object({
        broker_id: text("the builder"),
        taker_fee: Type.Number({ description: "of its users, as a fraction" }),
        maker_fee: Type.Number({ description: "of its users, as a fraction" }),
        tier: count("0 Public, 1 Silver, 2 Gold, 3 Platinum, 4 Diamond"),
        minimum_tier: count("that it does not fall below"),
        transfers_allowed: yes("whether keys of its users may transfer to any account"),
        users: count("wallets that have an account"),
        volume_this_month: usdc("traded by them since the month began"),
        volume_last_month: usdc("traded by them in the month before"),
      }),
    ),
  }),
  getLog: endpoint({
    ...VIEW,
    path: "/operator/v1/log",
    summary: "Who did what: acts of operators, the newest first",
    query: Type.Object({
      before: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "those with a smaller number" }),
      ),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: "at most so many, 50 where it is left out" }),
      ),
    }),
    data: rows(logEntry),
  }),
  getAct: endpoint({
    ...VIEW,
    path: "/operator/v1/act",
    summary: "What became of an act whose answer was lost",
    query: Type.Object({ act_id: actId }),
    data: Type.Object({ entry: orNull(logEntry) }),
  }),
} as const;

/** The acts that console keys may do; the others are only for users of the machine. */
export type ConsoleAct = {
  [Act in OperatorAct]: (typeof operatorActs)[Act]["role"] extends OperatorRole ? Act : never;
}[OperatorAct];

export const CONSOLE_ACTS = (Object.keys(operatorActs) as OperatorAct[]).filter(
  (name) => operatorActs[name].role !== "machine",
) as ConsoleAct[];

/** The call of any act: its own members with the caller's id, and the logged act as the answer. */
interface ActCallRow extends EndpointRow {
  readonly auth: "operator";
  readonly role: OperatorRole;
  readonly body: typeof actAsked;
  readonly data: typeof logEntry;
}

const actAsked = Type.Object({ act_id: actId });

/** Refusals that any act can have. */
const ERRORS: readonly ErrorName[] = ["duplicate", "core_unavailable"];

/** One call for each of these acts. */
export const operatorCalls = Object.fromEntries(CONSOLE_ACTS.map((name) => [name, callOf(name)])) as Readonly<
  Record<ConsoleAct, ActCallRow>
>;

function callOf(name: ConsoleAct): ActCallRow {
  const { call, role }: OperatorActRow = operatorActs[name];
  const members = (inputOf(name) as TObject).properties;
  return {
    method: "POST",
    path: `/operator/v1/acts/${name}`,
    summary: call.summary,
    auth: "operator",
    role: role as OperatorRole,
    limit: stated(perUser(30, 60_000)),
    body: Type.Object({ ...actAsked.properties, ...members }),
    data: call.data === undefined ? logEntry : (Type.Object({ ...entry, answer: call.data }) as typeof logEntry),
    errors: [...new Set([...(call.errors ?? []), ...ERRORS])],
    source: "design 7",
  };
}

export const operatorRows: readonly EndpointRow[] = [...Object.values(operatorViews), ...Object.values(operatorCalls)];
