// Answers about the venue: its collateral, chain, builders and price sources, and which wallet and builder an account
// belongs to. Interface 4.10.

import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import { keccak256, stringToBytes } from "viem";
import type { ChainView } from "../../chain/view/chain-view.ts";
import { type Binding, bind, type RequestFacts } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { TOKEN } from "../../wire/asset-row.ts";
import { fromMicros, MONEY_DECIMALS } from "../../wire/decimals.ts";
import { spotSymbolOf } from "../../wire/spot-symbol.ts";
import { listedBrokers } from "../named/named-broker.ts";
import { allMarkets } from "../named/named-market.ts";
import { shownReserves } from "./shown-reserves.ts";

const TOKEN_HASH = keccak256(stringToBytes(TOKEN));
/** Of the currency in which gas is paid, the same on every EVM chain. */
const GAS_DECIMALS = 18;
/** The leverages that a menu offers; every whole number up to the highest works. */
const OFFERED_LEVERAGES = [1, 2, 3, 4, 5, 10, 15, 20, 25, 50, 75, 100] as const;

const getIndexPriceSources = bind(venueFacts.getIndexPriceSources, ({ venue: { engine }, venue }) => ({
  rows: allMarkets(venue).map((market) => {
    const { parameters, createdAt } = engine.market(market);
    const { live, updatedAt } = engine.indexSources(market);
    const symbol = spotSymbolOf(parameters.symbol);
    return { symbol, updated_time: updatedAt || createdAt, sources: [...live] };
  }),
}));

const getTokens = bind(venueFacts.getTokens, ({ venue: { configuration, chain }, query }) => {
  if (query.chain_id !== undefined && query.chain_id !== configuration.chainId) return { rows: [] };
  const detail = {
    chain_id: configuration.chainId,
    contract_address: chain?.token ?? null,
    decimals: MONEY_DECIMALS,
    display_name: TOKEN,
    withdraw_fee: fromMicros(configuration.chain.withdrawFee),
    cross_chain_withdrawal_fee: null,
    exclusive_deposit_supported: false,
  };
  const token = {
    token: TOKEN,
    token_hash: TOKEN_HASH,
    decimals: MONEY_DECIMALS,
    is_collateral: true,
    base_weight: 1,
    discount_factor: null,
    haircut: 0,
    user_max_qty: -1,
    // A withdrawal must leave something after its fee.
    minimum_withdraw_amount: fromMicros(configuration.chain.withdrawFee + 1),
    on_chain_swap: false,
    chain_details: [detail],
  };
  return { rows: [token] };
});

const getPublicConfig = bind(venueFacts.getPublicConfig, ({ venue }) => {
  const highest = highestLeverage(venue);
  const offered = [...OFFERED_LEVERAGES.filter((leverage) => leverage < highest), highest];
  return { available_futures_leverage: offered.join(",") };
});

/** The highest leverage that any market allows. */
export function highestLeverage(venue: Venue): number {
  return Math.max(1, ...allMarkets(venue).map((market) => venue.engine.maxLeverage(market)));
}

const getChainInfo = bind(venueFacts.getChainInfo, ({ venue, query, request }) => {
  const { configuration } = venue;
  const { chainId } = configuration;
  const brokerIds = listedBrokers(venue, query.broker_id);
  const chain = {
    name: `EVM ${chainId}`,
    chain_id: String(chainId),
    public_rpc_url: rpcFor(venue.chain, request),
    currency_symbol: venue.chain === null ? null : venue.configuration.chain.currency,
    currency_decimal: GAS_DECIMALS,
    explorer_base_url: venue.chain?.explorer ?? null,
    vault_address: venue.chain?.vault ?? null,
    confirmations: configuration.chain.confirmations,
    withdraw_domain: configuration.withdrawDomainName,
    broker_ids: [...brokerIds],
    head: heightOf(venue.chain?.head),
    safe: heightOf(venue.chain?.safe),
    trouble: venue.chain?.trouble ?? null,
  };
  return { rows: [chain] };
});

/** A sandbox's own node serves only this machine, so its address is shown only to callers on this machine. */
function rpcFor(chain: ChainView | null, { isFromHere }: RequestFacts): string | null {
  return chain === null || (chain.isLocal && !isFromHere) ? null : chain.publicRpc;
}

function heightOf(height = -1): number | null {
  return height < 0 ? null : height;
}

const getVaultBalance = bind(venueFacts.getVaultBalance, ({ venue, query }) => {
  const { chainId } = venue.configuration;
  const isOther = query.chain_id !== undefined && query.chain_id !== chainId;
  if (isOther || (query.token !== undefined && query.token !== TOKEN)) return { rows: [] };
  return { rows: [{ chain_id: chainId, token: TOKEN, ...custodyOf(venue) }] };
});

function custodyOf({ engine, chain }: Venue) {
  if (chain === null) {
    const balance = fromMicros(engine.custody);
    return { balance, block: null, expected: balance, shortfall: 0 };
  }
  // Before the first reading of the vault it is unknown whether the vault holds what it must.
  if (chain.custody === null) {
    return { balance: 0, block: null, expected: fromMicros(engine.funds.chainCustody), shortfall: 0 };
  }
  const { block, balance, expected, shortfall } = chain.custody;
  const shown = (amount: bigint): number => fromMicros(Number(amount));
  return { balance: shown(balance), block, expected: shown(expected), shortfall: shown(shortfall) };
}

const getReserves = bind(venueFacts.getReserves, ({ venue: { reserves } }) => {
  const { view } = reserves;
  return { ...shownReserves(view), updated_time: view.at };
});

const getPublicAccount = bind(venueFacts.getPublicAccount, ({ venue: { engine }, query }) => {
  const account = engine.findAccount(query.account_id);
  if (account < 0) throw refusal("not_found", "account does not exist");
  const { wallet, brokerId } = engine.account(account);
  return { address: wallet, broker_id: brokerId };
});

const getBrokerStats = bind(venueFacts.getBrokerStats, ({ venue, query }) => {
  const { engine } = venue;
  const brokerIds = listedBrokers(venue, query.broker_id);
  const users = brokerIds.map((id) => engine.usersOf(engine.findBroker(id)));
  return { rows: [{ connected_user: users.reduce((sum, of) => sum + of, 0) }] };
});

const getBrokerNames = bind(venueFacts.getBrokerNames, ({ venue, query }) => {
  const names = new Map(venue.configuration.brokers.map(({ id, name }) => [id, name]));
  const brokerIds = listedBrokers(venue, query.broker_id);
  return { rows: brokerIds.map((id) => ({ broker_id: id, broker_name: names.get(id) ?? id })) };
});

export const venueFactBindings: readonly Binding[] = [
  getIndexPriceSources,
  getTokens,
  getPublicConfig,
  getChainInfo,
  getVaultBalance,
  getReserves,
  getPublicAccount,
  getBrokerStats,
  getBrokerNames,
];
