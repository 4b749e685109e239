// The calls of the operator's console, which has a listener of its own: its views, and one call for each act that its
// keys may do. An act has an id chosen by the caller, under which it is logged before anything happens; the same id
// again does nothing.

import Type, { type TObject } from "typebox";
import { type EndpointRow, endpoint, type OperatorRole, perIp, perUser, stated } from "../rows/endpoint.ts";
import type { ErrorName } from "../rows/errors.ts";
import { inUnit, MARKET_STATES, orNull, rows } from "../rows/shapes.ts";
import { inputOf, type OperatorAct, type OperatorActRow, operatorActs, operatorKey } from "./operator-acts.ts";
import { sandbox } from "./sandbox.ts";

const text = (description: string) => Type.String({ description });
const usdc = (description: string) => Type.Number({ description: inUnit(description, "in USDC") });
const count = (description: string) => Type.Integer({ description });
const yes = (description: string) => Type.Boolean({ description });
const timeOf = (description: string) =>
  Type.Integer({ description: inUnit(description, "in milliseconds since 1970") });

/** The page reloads its views every few seconds. */
const LOOKS = stated(perUser(300, 60_000));
const VIEW = { method: "GET", auth: "operator", role: "view", limit: LOOKS, source: "design 7" } as const;

/** An id that the caller chooses for one act. */
export const actId = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  expected: "a UUID in lower case",
  description: "a UUID chosen by the caller: an act with the same UUID is carried out only once",
});

const entry = {
  number: count("number in the log, from 1"),
  act_id: text("id chosen by the caller"),
  time: timeOf("when it was requested"),
  who: text("name of the key, or of the machine's user"),
  through: Type.Enum(["console", "machine"], {
    description: "`console`: the operator's console; `machine`: the `evermark` command with the data directory",
  }),
  act: text("name of the act"),
  input: Type.Record(Type.String(), Type.Unknown(), { description: "parameters of the act" }),
  state: Type.Enum(["under_way", "done", "refused", "interrupted"], {
    description:
      "`interrupted`: the venue stopped before there was an answer; the journal shows whether the act was carried out",
  }),
  why: orNull(text("why it was refused; null when it was not")),
  position_before: count("position up to which the journal was applied when it was requested"),
  first_position: orNull(count("position of its first command in the journal; null when it has none")),
  last_position: orNull(count("position of its last command in the journal; null when it has none")),
};

const answered = { answer: Type.Unknown({ description: "the answer to it; null when there was none" }) };

export const logEntry = Type.Object({ ...entry, ...answered });

const fundRow = Type.Object({
  symbol: text("the market"),
  position_qty: Type.Number({ description: "size of the fund's position, in base currency; below 0 for a short" }),
  average_open_price: Type.Number({ description: "average price at which the fund took it over" }),
  mark_price: Type.Number({ description: "mark price of the market" }),
  notional: usdc("value of the position at the mark price"),
  unsettled_pnl: usdc("unsettled profit"),
  purse: usdc(
    "money that came with the position: a claim earns at most this, as long as the fund can carry its positions",
  ),
});

const marketRow = Type.Object({
  symbol: text("the market"),
  state: Type.Enum([...MARKET_STATES], {
    description: "state of the market, which decides the orders that it accepts",
  }),
  reason: text("cause of the state, in one word"),
  detail: text("the operator's explanation, or the figures behind the decision"),
  since: timeOf("when it got this state"),
  delist_time: orNull(timeOf("when it is delisted; null while no time is announced")),
  in_doubt: yes("whether its index is in doubt; no account is liquidated in it then"),
  index_price: Type.Number({ description: "price that its sources agree on; 0 until there is one" }),
  mark_price: Type.Number({ description: "price at which accounts are margined" }),
  last_price: Type.Number({ description: "price of the latest trade; 0 before the first" }),
  best_bid: Type.Number({ description: "highest price of a buy order; 0 if there is none" }),
  best_ask: Type.Number({ description: "lowest price of a sell order; 0 if there is none" }),
  open_interest: usdc("open interest of one side at the mark price"),
  volume_24h: usdc("traded in the last 24 hours"),
  est_funding_rate: Type.Number({ description: "estimated rate of the next payment, as a fraction" }),
  next_funding_time: timeOf("when the next payment is due"),
  sources: Type.Array(Type.String(), { description: "names of the price sources that count now" }),
  sources_time: timeOf("when the newest of their reports arrived, or the index was set; 0 before that"),
  rules: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean(), Type.Array(Type.String())]), {
    description: "parameters that an operator can change, by name, with their current values",
  }),
});

const sourceRow = Type.Object({
  name: text("name of the source"),
  feed: text("feed from which it comes"),
  pair: text("pair that it quotes, as the feed names it"),
  currency: text("currency of its quotes"),
  price: orNull(text("quoted price, in decimal digits; null when there is none")),
  converted: orNull(text("price in the currency of the index and the units of the market; null when there is none")),
  age_seconds: orNull(count("seconds since its last quote; null before the first")),
  weight: text("its weight in the index"),
  counts: yes("whether it counts towards the index now"),
  reason: text("why it does not count; empty when it does"),
  state: Type.Enum(["connecting", "open", "waiting"], { description: "state of its connection" }),
  reconnects: count("how often the connection was reopened"),
  trouble: text("problem of its connection; empty when there is none"),
  refused: count("messages that were rejected because of their time"),
});

export const operatorViews = {
  getVenue: endpoint({
    method: "GET",
    path: "/operator/v1/venue",
    summary: "Identify the venue, before any key is used",
    auth: "none",
    limit: stated(perIp(20)),
    errors: ["path_not_found"],
    data: Type.Object({
      name: text("name of the venue"),
      venue: text("unique id of the venue, from the hash of its first commands"),
      mode: Type.Enum(["sandbox", "production"], { description: "mode: in production, the money is real" }),
      brand: text("word used in the names of headers"),
      version: text("version of the program"),
    }),
    source: "design 7",
  }),
  getKey: endpoint({
    ...VIEW,
    path: "/operator/v1/key",
    summary: "The key that signs this request, and all keys of the console",
    data: Type.Object({ own: operatorKey, rows: Type.Array(operatorKey, { description: "all keys of the console" }) }),
  }),
  getSystem: endpoint({
    ...VIEW,
    path: "/operator/v1/system",
    summary: "State of the venue: readiness, journal, snapshot, history, clock, streams, chain, nodes and attesters",
    data: Type.Object({
      status: Type.Enum(["ok", "degraded", "unready"], { description: "status as shown by `/ready`" }),
      reasons: Type.Array(Type.Object({ condition: text("name of the failing condition"), reason: text("why") }), {
        description: "failing conditions; empty when there are none",
      }),
      mode: Type.Enum(["sandbox", "production"], { description: "mode: in production, the money is real" }),
      version: text("version of the program"),
      behaviour: count("behaviour version of the engine"),
      started_time: timeOf("when this process started"),
      accounts: count("number of accounts"),
      halted: yes("whether an operator has halted every market"),
      halt_reason: text("the operator's reason"),
      clock_halt: yes("whether trading is halted because the machine's clock is in doubt"),
      solvency_halt: yes("whether payments are stopped because the insurance fund can't cover what it owes"),
      journal: Type.Object({
        position: count("position of the last command"),
        bytes: count("total size of its segments, in bytes"),
        segments: count("number of segments"),
      }),
      snapshot: orNull(
        Type.Object(
          { position: count("position of the last command that it contains"), time: timeOf("when it was written") },
          {
            description: "newest snapshot; null before the first",
          },
        ),
      ),
      history: Type.Object({
        behind: count("number of commands that it has not stored yet"),
        bytes: count("size of its file"),
      }),
      clock: Type.Object({
        ahead_seconds: Type.Number({ description: "how far the machine's clock is ahead of venue time, in seconds" }),
        doubted: yes("whether an operator has to confirm the clock"),
      }),
      streams: Type.Object({ public: count("open public connections"), private: count("open private connections") }),
      chain: orNull(
        Type.Object(
          {
            chain_id: count("number of the chain"),
            vault: orNull(text("address of the vault; null until there is one")),
            head: orNull(count("height of the newest block; null while unknown")),
            safe: orNull(count("height up to which blocks are final; null while unknown")),
            head_time: orNull(timeOf("time of the newest block; null while unknown")),
            trouble: orNull(text("why deposits and withdrawals are waiting; null while they are not")),
            nodes: Type.Array(
              Type.Object({
                node: text("host of the node"),
                fine: yes("whether it answers, keeps up and agrees with the others"),
              }),
              { description: "nodes of the chain that the venue uses" },
            ),
            attesters: Type.Object({
              known: count("number of attesters that the vault has"),
              needed: count("number of attesters that must sign a payment"),
              away: count("number of attesters that can't be reached now"),
              behind: Type.Array(
                Type.Object({
                  attester: text("address of the attester"),
                  commands: count("number of commands that it has not replayed yet"),
                }),
                { description: "attesters on other machines" },
              ),
            }),
          },
          { description: "the chain; null if the venue has none" },
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
    summary: "Sources of prices: the quote, age and weight of each, and why it does not count",
    data: Type.Object({
      from: Type.Enum(["simulated", "manual", "feeds"], { description: "where prices come from" }),
      rows: Type.Array(
        Type.Object({
          of: text("symbol of a market, or a currency to be converted"),
          index: orNull(text("price that the sources agree on; null when there is none")),
          needed: count("number of sources that must count"),
          counting: count("number of sources that count now"),
          sources: Type.Array(sourceRow),
        }),
        { description: "empty if no price comes from outside" },
      ),
    }),
  }),
  getFund: endpoint({
    ...VIEW,
    path: "/operator/v1/fund",
    summary: "The insurance fund: its money, its positions with their purses, and its debts",
    data: Type.Object({
      balance: usdc("balance of the fund"),
      collateral: usdc("balance plus the profit of its positions, less the debts of accounts that are waiting"),
      debt: usdc("what is missing when collateral is below 0"),
      free_collateral: usdc("collateral that its positions do not need"),
      notional: usdc("value of all its positions"),
      margin_ratio: Type.Number({ description: "collateral ÷ notional; 10 when it has no positions" }),
      initial_margin_ratio: Type.Number({ description: "margin ratio that deleveraging restores" }),
      minimum_margin_ratio: Type.Number({ description: "margin ratio below which deleveraging begins" }),
      solvent: yes("whether the fund can cover what it owes"),
      offers: count("number of liquidations and fund positions that can be claimed now"),
      rows: Type.Array(fundRow, { description: "positions of the fund" }),
    }),
  }),
  getCustody: endpoint({
    ...VIEW,
    path: "/operator/v1/custody",
    summary:
      "What the vault holds and what the venue owes, unexplained acts of the vault, and deposits that are waiting",
    data: Type.Object({
      chain: yes("whether there is a chain, and so a vault"),
      block: orNull(count("block at which the vault was last read; null until then")),
      ...sandbox.lookAtCustody.data.properties,
      expected: usdc("what the vault must hold according to the journal"),
      deposits_trouble: orNull(text("why deposits are not being credited; null while they are")),
      custody_trouble: orNull(text("why payments are stopped; null while they are not")),
      parked: sandbox.lookAtParked.data.properties.parked,
    }),
  }),
  getWithdrawals: endpoint({
    ...VIEW,
    path: "/operator/v1/withdrawals",
    summary: "Withdrawals that are neither paid nor returned, and what each is waiting for",
    data: Type.Object({
      paused: yes("whether an operator has paused the sending of withdrawals"),
      rows: Type.Array(
        Type.Object({
          withdraw_id: count("number of the withdrawal"),
          account_id: text("account that withdraws"),
          amount: usdc("amount that is paid out"),
          fee: usdc("fee that is deducted"),
          receiver: text("the wallet that is paid"),
          state: text("current state"),
          created_time: timeOf("when it was accepted"),
          attempts: count("number of retries"),
          tx_id: text("hash of the transaction that pays it; empty until there is one"),
          why: text("what it is waiting for"),
        }),
        { description: "the oldest first" },
      ),
    }),
  }),
  getNotices: endpoint({
    ...VIEW,
    path: "/operator/v1/notices",
    summary: "Active announcements, and maintenance",
    data: Type.Object({
      announcements: Type.Array(
        Type.Object({
          announcement_id: count("number with which it can be withdrawn"),
          message: text("for people to read"),
          url: text("address of a page with more information; empty when there is none"),
          type: text("subject; empty when none was given"),
          time: timeOf("when it was made"),
        }),
        { description: "the oldest first" },
      ),
      maintenance: Type.Object({
        phase: Type.Enum(["none", "announced", "running", "grace"], {
          description: "`grace`: the minute after the maintenance",
        }),
        start_time: timeOf("when it begins; 0 when there is none"),
        end_time: timeOf("when it ends; 0 when there is none"),
        message: text("message of the maintenance"),
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
        taker_fee: Type.Number({ description: "taker fee of its users, as a fraction" }),
        maker_fee: Type.Number({ description: "maker fee of its users, as a fraction" }),
        tier: count("0 Public, 1 Silver, 2 Gold, 3 Platinum, 4 Diamond"),
        minimum_tier: count("lowest tier that it can have"),
        transfers_allowed: yes("whether the keys of its users may transfer to any account"),
        users: count("number of wallets that have an account under it"),
        volume_this_month: usdc("traded by its users since the month began"),
        volume_last_month: usdc("traded by its users in the previous month"),
      }),
    ),
  }),
  getLog: endpoint({
    ...VIEW,
    path: "/operator/v1/log",
    summary: "Log of the acts of operators, newest first",
    query: Type.Object({
      before: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "only acts with a smaller number" }),
      ),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: "maximum number of acts; default 50" }),
      ),
    }),
    data: rows(logEntry),
  }),
  getAct: endpoint({
    ...VIEW,
    path: "/operator/v1/act",
    summary: "The outcome of an act whose answer was lost",
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
