// What each venue's documentation shows of its feed: what it expects to be sent, what it sends, and what a driver has to
// read from that. Each entry names the pages and the day they were read. Subscriptions and messages about prices are from
// the documentation; some acknowledgements, refusals and pings follow other clients. None of it was tried against the
// venue itself.

import type { VenueDriver } from "../../../configuration/price-sources.ts";
import type { Quote } from "../frames/quote.ts";

export interface DocumentedFeed {
  readonly driver: VenueDriver;
  readonly pages: readonly string[];
  readonly readOn: string;
  readonly pairs: readonly string[];
  /** The time for greetings, in milliseconds since 1970. */
  readonly now: number;
  /** The messages that the venue expects first, as parsed JSON. */
  readonly subscription: readonly unknown[];
  /** What it sends before that, where a subscription has to wait for it. */
  readonly welcome?: string;
  /** Its answers to the subscription. */
  readonly acknowledged: readonly string[];
  /** Its messages about prices, in order, and the quotes in them. */
  readonly messages: readonly string[];
  readonly quotes: readonly Quote[];
  /** The message that keeps the connection open, and the venue's answer. */
  readonly keepAlive?: { readonly sent: string; readonly answered: string };
  /** The venue's requests, and the answers it expects. */
  readonly asks?: readonly (readonly [asked: string, answer: unknown])[];
  /** Messages by which it asks for a new connection. */
  readonly renewals: readonly string[];
  readonly refusals: readonly string[];
}

export const DOCUMENTED_FEEDS: readonly DocumentedFeed[] = [
  {
    driver: "binance",
    pages: ["github.com/binance/binance-spot-api-docs/blob/master/web-socket-streams.md"],
    readOn: "2026-11-27",
    pairs: ["BNBBTC"],
    now: 1672515782136,
    subscription: [{ method: "SUBSCRIBE", params: ["bnbbtc@ticker"], id: 1 }],
    acknowledged: ['{"result":null,"id":1}'],
    messages: [
      `{"e":"24hrTicker","E":1672515782136,"s":"BNBBTC","p":"0.0015","P":"250.00","w":"0.0018","x":"0.0009","c":"0.0025",
        "Q":"10","b":"0.0024","B":"10","a":"0.0026","A":"100","o":"0.0010","h":"0.0025","l":"0.0010","v":"10000","q":"18",
        "O":0,"C":86400000,"F":0,"L":18150,"n":18151}`,
    ],
    quotes: [{ pair: "BNBBTC", bid: "0.0024", ask: "0.0026", last: "0.0025", at: 1672515782136 }],
    renewals: ['{"e":"serverShutdown","E":1770123456789}'],
    refusals: ['{"code":2,"msg":"Invalid request: too many parameters"}'],
  },
  {
    driver: "coinbase",
    pages: [
      "docs.cdp.coinbase.com/exchange/websocket-feed/overview",
      "docs.cdp.coinbase.com/exchange/websocket-feed/channels",
    ],
    readOn: "2026-11-27",
    pairs: ["BTC-USD"],
    now: 1666296065046,
    subscription: [{ type: "subscribe", product_ids: ["BTC-USD"], channels: ["ticker", "heartbeat"] }],
    acknowledged: [
      '{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}',
      '{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USD","time":"2014-11-07T08:19:28.464459Z"}',
    ],
    messages: [
      `{"type":"ticker","sequence":3262786978,"product_id":"BTC-USD","price":"4388.01000000","open_24h":"4000.00",
        "best_bid":"4388","best_ask":"4388.01","side":"buy","time":"2017-09-02T17:05:49.250000Z","trade_id":20153558,
        "last_size":"0.03000000"}`,
    ],
    quotes: [{ pair: "BTC-USD", bid: "4388", ask: "4388.01", last: "4388.01000000", at: 1504371949250 }],
    renewals: [],
    refusals: ['{"type":"error","message":"Failed to subscribe","reason":"BTC-USX is not a valid product"}'],
  },
  {
    driver: "kraken",
    pages: [
      "docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker",
      "docs.kraken.com/exchange/api-reference/spot-websocket-v2/heartbeat",
    ],
    readOn: "2026-11-27",
    pairs: ["ALGO/USD"],
    now: 1695632671742,
    subscription: [{ method: "subscribe", params: { channel: "ticker", symbol: ["ALGO/USD"], event_trigger: "bbo" } }],
    acknowledged: [
      '{"channel":"status","type":"update","data":[{"api_version":"v2","connection_id":1,"system":"online","version":"2.0.0"}]}',
      '{"method":"subscribe","result":{"channel":"ticker","snapshot":true,"symbol":"ALGO/USD"},"success":true}',
      '{"channel":"heartbeat"}',
    ],
    messages: [
      `{"channel":"ticker","type":"snapshot","data":[{"symbol":"ALGO/USD","bid":0.10025,"bid_qty":740.0,"ask":0.10036,
        "ask_qty":1361.44813783,"last":0.10035,"volume":997038.98383185,"vwap":0.10148,"low":0.09979,"high":0.10285,
        "change":-0.00017,"change_pct":-0.17,"timestamp":"2023-09-25T09:04:31.742648Z"}]}`,
    ],
    quotes: [{ pair: "ALGO/USD", bid: 0.10025, ask: 0.10036, last: 0.10035, at: 1695632671742 }],
    keepAlive: {
      sent: '{"method":"ping"}',
      answered: '{"method":"pong","time_in":"2023-09-24T14:10:23.799685Z","time_out":"2023-09-24T14:10:23.799703Z"}',
    },
    renewals: [],
    refusals: [
      '{"error":"Currency pair not supported ALGO/NONE","method":"subscribe","success":false,"symbol":"ALGO/NONE"}',
      '{"channel":"status","type":"update","data":[{"api_version":"v2","connection_id":1,"system":"maintenance","version":"2.0.0"}]}',
    ],
  },
  {
    driver: "okx",
    pages: [
      "www.okx.com/docs-v5/en/#overview-websocket",
      "www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-tickers-channel",
    ],
    readOn: "2026-11-27",
    pairs: ["LTC-USD-200327"],
    now: 1597026383085,
    subscription: [{ op: "subscribe", args: [{ channel: "tickers", instId: "LTC-USD-200327" }] }],
    acknowledged: ['{"event":"subscribe","arg":{"channel":"tickers","instId":"LTC-USD-200327"},"connId":"a4d3ae55"}'],
    messages: [
      `{"arg":{"channel":"tickers","instId":"LTC-USD-200327"},"data":[{"instType":"SWAP","instId":"LTC-USD-200327",
        "last":"9999.99","lastSz":"0.1","askPx":"9999.99","askSz":"11","bidPx":"8888.88","bidSz":"5","open24h":"9000",
        "high24h":"10000","low24h":"8888.88","volCcy24h":"2222","vol24h":"2222","sodUtc0":"2222","sodUtc8":"2222",
        "ts":"1597026383085"}]}`,
    ],
    quotes: [{ pair: "LTC-USD-200327", bid: "8888.88", ask: "9999.99", last: "9999.99", at: 1597026383085 }],
    keepAlive: { sent: "ping", answered: "pong" },
    renewals: [
      `{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.",
        "connId":"a4d3ae55"}`,
    ],
    refusals: ['{"event":"error","code":"60012","msg":"Invalid request: {}","connId":"a4d3ae55"}'],
  },
  {
    driver: "bybit",
    pages: ["github.com/bybit-exchange/docs/blob/master/docs/v5/websocket/public/ticker.mdx"],
    readOn: "2026-11-27",
    pairs: ["BTCUSDT"],
    now: 1672305380595,
    subscription: [{ op: "subscribe", args: ["tickers.BTCUSDT"] }],
    acknowledged: ['{"success":true,"ret_msg":"subscribe","conn_id":"2324d924","req_id":"","op":"subscribe"}'],
    messages: [
      `{"topic":"tickers.BTCUSDT","ts":1672305380595,"type":"snapshot","cs":496622841,"data":{"symbol":"BTCUSDT",
        "lastPrice":"16363.78","highPrice24h":"16566.64","lowPrice24h":"16009.19","prevPrice24h":"16443.66",
        "volume24h":"5865.470182","turnover24h":"95949815.680875","price24hPcnt":"-0.0049"}}`,
    ],
    quotes: [{ pair: "BTCUSDT", last: "16363.78", at: 1672305380595 }],
    keepAlive: {
      sent: '{"op":"ping"}',
      answered: '{"success":true,"ret_msg":"pong","conn_id":"0970e817","req_id":"","op":"ping"}',
    },
    renewals: [],
    refusals: [
      '{"success":false,"ret_msg":"error:handler not found","conn_id":"0970e817","req_id":"","op":"subscribe"}',
    ],
  },
  {
    driver: "bitget",
    pages: [
      "www.bitget.com/api-doc/common/websocket-intro",
      "www.bitget.com/api-doc/spot/websocket/public/Tickers-Channel",
    ],
    readOn: "2026-11-27",
    pairs: ["ETHUSDT"],
    now: 1695702438029,
    subscription: [{ op: "subscribe", args: [{ instType: "SPOT", channel: "ticker", instId: "ETHUSDT" }] }],
    acknowledged: ['{"event":"subscribe","arg":{"instType":"SPOT","channel":"ticker","instId":"ETHUSDT"}}'],
    messages: [
      `{"action":"snapshot","arg":{"instType":"SPOT","channel":"ticker","instId":"ETHUSDT"},"data":[{"instId":"ETHUSDT",
        "lastPr":"2200.10","open24h":"0.00","high24h":"0.00","low24h":"0.00","change24h":"0.00","bidPr":"1792",
        "askPr":"2200.1","bidSz":"0.0084","askSz":"19740.8811","baseVolume":"0.0000","quoteVolume":"0.0000",
        "openUtc":"0.00","changeUtc24h":"0","ts":"1695702438018"}],"ts":1695702438029}`,
    ],
    quotes: [{ pair: "ETHUSDT", bid: "1792", ask: "2200.1", last: "2200.10", at: 1695702438018 }],
    keepAlive: { sent: "ping", answered: "pong" },
    renewals: [],
    refusals: ['{"event":"error","code":"30005","msg":"error"}'],
  },
  {
    driver: "kucoin",
    pages: [
      "www.kucoin.com/docs-new/websocket-api/base-info/introduction",
      "www.kucoin.com/docs-new/websocket-api/base-info/get-public-token-spot-margin",
      "www.kucoin.com/docs/websocket/spot-trading/public-channels/ticker",
    ],
    readOn: "2026-11-27",
    pairs: ["BTC-USDT"],
    now: 1704873323416,
    welcome: '{"id":"hQvf8jkno","type":"welcome"}',
    subscription: [
      { id: "1", type: "subscribe", topic: "/market/ticker:BTC-USDT", privateChannel: false, response: true },
    ],
    acknowledged: ['{"id":"1","type":"ack"}'],
    messages: [
      `{"type":"message","topic":"/market/ticker:BTC-USDT","subject":"trade.ticker","data":{"sequence":"1545896668986",
        "price":"0.08","size":"0.011","bestAsk":"0.08","bestAskSize":"0.18","bestBid":"0.049","bestBidSize":"0.036",
        "Time":1704873323416}}`,
    ],
    quotes: [{ pair: "BTC-USDT", bid: "0.049", ask: "0.08", last: "0.08", at: null }],
    keepAlive: {
      sent: '{"id":"1704873323416","type":"ping"}',
      answered: '{"id":"1704873323416","type":"pong"}',
    },
    renewals: [],
    refusals: ['{"id":"1","type":"error","code":404,"data":"topic /market/ticker:BTC-NONE is not found"}'],
  },
  {
    driver: "gate",
    pages: ["www.gate.com/docs/developers/apiv4/ws/en/#tickers-channel"],
    readOn: "2026-11-27",
    pairs: ["BTC_USDT"],
    now: 1669107766406,
    subscription: [{ time: 1669107766, channel: "spot.tickers", event: "subscribe", payload: ["BTC_USDT"] }],
    acknowledged: [
      `{"time":1669107766,"time_ms":1669107766410,"channel":"spot.tickers","event":"subscribe","error":null,
        "result":{"status":"success"}}`,
    ],
    messages: [
      `{"time":1669107766,"time_ms":1669107766406,"channel":"spot.tickers","event":"update","result":{
        "currency_pair":"BTC_USDT","last":"15743.4","lowest_ask":"15744.4","highest_bid":"15743.5",
        "change_percentage":"-1.8254","base_volume":"9110.473081735","quote_volume":"145082083.2535","high_24h":"16280.9",
        "low_24h":"15468.5"}}`,
    ],
    quotes: [{ pair: "BTC_USDT", bid: "15743.5", ask: "15744.4", last: "15743.4", at: 1669107766406 }],
    keepAlive: {
      sent: '{"time":1669107766,"channel":"spot.ping"}',
      answered: '{"time":1669107766,"channel":"spot.pong","event":"","result":null}',
    },
    renewals: [],
    refusals: [
      `{"time":1606292218,"time_ms":1606292218231,"channel":"spot.tickers","event":"subscribe",
        "error":{"code":2,"message":"unknown currency pair GIBBERISH_USD"},"result":null}`,
    ],
  },
  {
    driver: "crypto.com",
    pages: ["exchange-docs.crypto.com/exchange/v1/rest-ws/index.html#ticker-instrument_name"],
    readOn: "2026-11-27",
    pairs: ["BTCUSD-PERP"],
    now: 1587523073344,
    subscription: [{ id: 1, method: "subscribe", params: { channels: ["ticker.BTCUSD-PERP"] }, nonce: 1587523073344 }],
    acknowledged: ['{"id":1,"method":"subscribe","code":0}'],
    messages: [
      `{"id":-1,"method":"subscribe","code":0,"result":{"instrument_name":"BTCUSD-PERP","subscription":"ticker.BTCUSD-PERP",
        "channel":"ticker","data":[{"h":"51790.00","l":"47895.50","a":"51174.500000","c":"0.03955106","b":"51170.000000",
        "bs":"0.1000","k":"51180.000000","ks":"0.2000","i":"BTCUSD-PERP","v":"879.5024","vv":"26370000.12",
        "oi":"12345.12","t":1613580710768}]}}`,
    ],
    quotes: [
      { pair: "BTCUSD-PERP", bid: "51170.000000", ask: "51180.000000", last: "51174.500000", at: 1613580710768 },
    ],
    asks: [
      [
        '{"id":1587523073344,"method":"public/heartbeat","code":0}',
        { id: 1587523073344, method: "public/respond-heartbeat" },
      ],
    ],
    renewals: [],
    refusals: ['{"id":1,"method":"subscribe","code":40003,"message":"Invalid request"}'],
  },
  {
    driver: "bitstamp",
    pages: ["www.bitstamp.net/websocket/v2/"],
    readOn: "2026-11-27",
    pairs: ["btcusd"],
    now: 1643643584587,
    subscription: [
      { event: "bts:subscribe", data: { channel: "live_trades_btcusd" } },
      { event: "bts:subscribe", data: { channel: "order_book_btcusd" } },
    ],
    acknowledged: [
      '{"event":"bts:subscription_succeeded","channel":"live_trades_btcusd","data":{}}',
      '{"event":"bts:subscription_succeeded","channel":"order_book_btcusd","data":{}}',
    ],
    messages: [
      `{"event":"trade","channel":"live_trades_btcusd","data":{"id":212337562,"timestamp":"1643643584","amount":0.0028,
        "amount_str":"0.00280000","price":38416,"price_str":"38416","type":0,"microtimestamp":"1643643584587000",
        "buy_order_id":1,"sell_order_id":2}}`,
      `{"event":"data","channel":"order_book_btcusd","data":{"timestamp":"1643643584","microtimestamp":"1643643584690102",
        "bids":[["38410.61","0.50000000"],["38410.60","0.10000000"]],"asks":[["38416.00","0.20000000"]]}}`,
    ],
    quotes: [{ pair: "btcusd", bid: "38410.61", ask: "38416.00", last: "38416", at: 1643643584690.102 }],
    keepAlive: {
      sent: '{"event":"bts:heartbeat"}',
      answered: '{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}',
    },
    renewals: ['{"event":"bts:request_reconnect","channel":"","data":""}'],
    refusals: ['{"event":"bts:error","channel":"","data":{"code":null,"message":"Bad subscription string."}}'],
  },
  {
    driver: "bitfinex",
    pages: [
      "docs.bitfinex.com/docs/ws-general",
      "docs.bitfinex.com/docs/ws-public",
      "docs.bitfinex.com/reference/ws-public-ticker",
    ],
    readOn: "2026-11-27",
    pairs: ["tBTCUSD"],
    now: 1477409622229,
    subscription: [{ event: "subscribe", channel: "ticker", symbol: "tBTCUSD" }],
    acknowledged: [
      '{"event":"info","version":2,"serverId":"1","platform":{"status":1}}',
      '{"event":"subscribed","channel":"ticker","chanId":224555,"symbol":"tBTCUSD","pair":"BTCUSD"}',
      '[224555,"hb"]',
    ],
    messages: [
      "[224555,[7616.5,31.89055171,7617.5,43.358118629999986,-550.8,-0.0674,7617.1,8314.71200815,8257.8,7500]]",
    ],
    quotes: [{ pair: "tBTCUSD", bid: 7616.5, ask: 7617.5, last: 7617.1, at: null }],
    keepAlive: {
      sent: '{"event":"ping","cid":409622229}',
      answered: '{"event":"pong","ts":1511545528111,"cid":409622229}',
    },
    renewals: [
      '{"event":"info","code":20051,"msg":"Stopping. Please try to reconnect"}',
      '{"event":"info","code":20061,"msg":"Resync operation ended"}',
    ],
    refusals: [
      '{"event":"error","msg":"Unknown pair","code":10300,"channel":"ticker","symbol":"tBTCNONE"}',
      '{"event":"info","code":20060,"msg":"Entering maintenance"}',
    ],
  },
];
