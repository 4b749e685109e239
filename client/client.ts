// The client that bots use: every endpoint as a method, both streams, order books. Opening accounts and making keys is in
// `onboarding.ts`. Interface 4, 5 and 6.

import { account } from "@evermark/interface/accounts/account.ts";
import { delegates } from "@evermark/interface/accounts/delegates.ts";
import { keys } from "@evermark/interface/accounts/keys.ts";
import { notifications } from "@evermark/interface/accounts/notifications.ts";
import { registration } from "@evermark/interface/accounts/registration.ts";
import { statistics } from "@evermark/interface/accounts/statistics.ts";
import { subAccounts } from "@evermark/interface/accounts/sub-accounts.ts";
import { brokers } from "@evermark/interface/builders/brokers.ts";
import { referral } from "@evermark/interface/builders/referral.ts";
import { VENUE_ACCOUNT_ID } from "@evermark/interface/chain/account-id.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import { receivers } from "@evermark/interface/funds/receivers.ts";
import { strategyVaults } from "@evermark/interface/funds/strategy-vaults.ts";
import { announcements } from "@evermark/interface/markets/announcements.ts";
import { charting } from "@evermark/interface/markets/charting.ts";
import { funding } from "@evermark/interface/markets/funding.ts";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import { marketFigures } from "@evermark/interface/markets/market-figures.ts";
import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { algo } from "@evermark/interface/trading/algo-orders.ts";
import { liquidations } from "@evermark/interface/trading/liquidations.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { positions } from "@evermark/interface/trading/positions.ts";
import { type Operations, operationsOf } from "./rest/operations.ts";
import { type Queries, queriesOf } from "./rest/queries.ts";
import { RestClient, type RestOptions, TIMEOUT_MS } from "./rest/rest-client.ts";
import { signingTime } from "./signing/signing-time.ts";
import { OrderBook } from "./streams/order-book.ts";
import { type SocketConstructor, socketConstructor } from "./streams/socket.ts";
import { Stream } from "./streams/stream.ts";
import { type StreamOrders, streamOrders } from "./streams/stream-orders.ts";
import { privateStreamUrl, publicStreamUrl, streamBaseOf } from "./streams/stream-urls.ts";

export interface ClientOptions extends RestOptions {
  /** The account named in the public stream's URL; default the signer's, or without a signer the venue's own. */
  readonly accountId?: string | undefined;
  /** Base URL of the streams; default the host of `baseUrl`. */
  readonly streamBaseUrl?: string | undefined;
  /** Replaces the global `WebSocket`. Node 20 has none: pass the one of the package `ws`. */
  readonly WebSocket?: SocketConstructor | undefined;
  /** How often the streams send a ping, in milliseconds; default 10,000. */
  readonly heartbeatMs?: number | undefined;
  /**
   * Whether the venue cancels orders placed over the private stream when the connection ends, however it ends. Default false.
   */
  readonly cancelOnDisconnect?: boolean | undefined;
}

export class Client {
  /** Calls endpoints by their rows, and keeps track of the venue's time. */
  readonly rest: RestClient;
  readonly marketData: Operations<typeof marketData>;
  readonly marketFigures: Operations<typeof marketFigures>;
  readonly charting: Operations<typeof charting>;
  readonly venueFacts: Operations<typeof venueFacts>;
  readonly announcements: Operations<typeof announcements>;
  /** Public queries about markets and wallets; lists can be walked with `for await`. */
  readonly query: Queries;
  readonly orders: Operations<typeof orders>;
  readonly algo: Operations<typeof algo>;
  readonly positions: Operations<typeof positions>;
  readonly funding: Operations<typeof funding>;
  readonly liquidations: Operations<typeof liquidations>;
  readonly account: Operations<typeof account>;
  readonly statistics: Operations<typeof statistics>;
  readonly notifications: Operations<typeof notifications>;
  readonly subAccounts: Operations<typeof subAccounts>;
  readonly funds: Operations<typeof funds>;
  /** Deposits by plain transfer. */
  readonly receivers: Operations<typeof receivers>;
  /** The account's keys: listed, removed, restricted to addresses. */
  readonly keys: Operations<typeof keys>;
  /** For the signer of a contract. */
  readonly delegates: Operations<typeof delegates>;
  /** For the administrator of a builder. */
  readonly brokers: Operations<typeof brokers>;
  readonly referral: Operations<typeof referral>;
  /** Public facts about strategy vaults; the signed requests are `requestOfVault` and `bindProviderKey`. */
  readonly strategyVaults: Operations<typeof strategyVaults>;
  readonly registration: Operations<typeof registration>;
  /** Endpoints that only a sandbox on this machine answers. */
  readonly sandbox: Operations<typeof sandbox>;
  /** Each connects at its first subscription; `orders` places orders over the private one. */
  readonly streams: { readonly public: Stream; readonly private: Stream; readonly orders: StreamOrders };

  constructor(options: ClientOptions) {
    const rest = new RestClient(options);
    this.rest = rest;
    this.marketData = operationsOf(rest, marketData);
    this.marketFigures = operationsOf(rest, marketFigures);
    this.charting = operationsOf(rest, charting);
    this.venueFacts = operationsOf(rest, venueFacts);
    this.announcements = operationsOf(rest, announcements);
    this.query = queriesOf(rest);
    this.orders = operationsOf(rest, orders);
    this.algo = operationsOf(rest, algo);
    this.positions = operationsOf(rest, positions);
    this.funding = operationsOf(rest, funding);
    this.liquidations = operationsOf(rest, liquidations);
    this.account = operationsOf(rest, account);
    this.statistics = operationsOf(rest, statistics);
    this.notifications = operationsOf(rest, notifications);
    this.subAccounts = operationsOf(rest, subAccounts);
    this.funds = operationsOf(rest, funds);
    this.receivers = operationsOf(rest, receivers);
    this.keys = operationsOf(rest, keys);
    this.delegates = operationsOf(rest, delegates);
    this.brokers = operationsOf(rest, brokers);
    this.referral = operationsOf(rest, referral);
    this.strategyVaults = operationsOf(rest, strategyVaults);
    this.registration = operationsOf(rest, registration);
    this.sandbox = operationsOf(rest, sandbox);
    const own = privateStream(options, rest);
    const orderTimeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.streams = { public: publicStream(options), private: own, orders: streamOrders(own, orderTimeoutMs) };
  }

  /** Follows a market's book over the public stream until the book is closed. */
  orderBook(symbol: string): OrderBook {
    return new OrderBook(this.streams.public, symbol);
  }

  /** Closes both streams for good; calls still work. */
  close(): void {
    this.streams.public.close();
    this.streams.private.close();
  }
}

function publicStream(options: ClientOptions): Stream {
  const accountId = options.accountId ?? options.signer?.accountId ?? VENUE_ACCOUNT_ID;
  return new Stream({
    ...connectionOptions(options),
    url: async () => publicStreamUrl(streamBase(options), accountId),
  });
}

function privateStream(options: ClientOptions, rest: RestClient): Stream {
  const signer = () => {
    if (options.signer === undefined) throw new Error("the private stream needs credentials: pass signer");
    return options.signer;
  };
  return new Stream({
    ...connectionOptions(options),
    assertUsable: signer,
    url: async () => {
      // Browsers are not shown why a handshake was refused, so the venue's time is learned before each attempt. If that
      // fails too, the venue is down, and the attempt will show it.
      await rest.call(marketData.getIpInfo, {}, { timeoutMs: 5_000 }).catch(() => undefined);
      const { cancelOnDisconnect } = options;
      const said = cancelOnDisconnect === undefined ? {} : { cancel_on_disconnect: cancelOnDisconnect };
      const signedAtMs = signingTime(signer().key.publicKey, rest.clock.now());
      return privateStreamUrl(streamBase(options), signer(), signedAtMs, rest.brand, said);
    },
  });
}

function connectionOptions({ WebSocket, heartbeatMs }: ClientOptions) {
  return { WebSocket: () => socketConstructor(WebSocket), heartbeatMs };
}

function streamBase({ streamBaseUrl, baseUrl }: ClientOptions): string {
  return streamBaseUrl ?? streamBaseOf(baseUrl);
}
