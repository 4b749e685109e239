// Provokes each refusal that a request over the private stream declares: those of its endpoint, without those that only
// HTTP has. Streams 3.1, errors 8.3 and 8.4.

import { afterEach, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { type ErrorName, errors } from "@evermark/interface/rows/errors.ts";
import { errorsOfRequest, type OrderRequestType, orderRequests } from "@evermark/interface/streams/topics.ts";
import { privateUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { BTC, type StreamVenue, type StreamVenueOptions, startStreamVenue } from "./testing/stream-venue.ts";

let house: StreamVenue | undefined;
afterEach(() => house?.stop());

type Params = Readonly<Record<string, unknown>>;

const ORDER = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 50_000, order_quantity: 0.01 } as const;

/** What makes a request be refused while everything else is right. */
interface Trouble {
  readonly house?: StreamVenueOptions;
  readonly scope?: string;
  readonly befalls?: (house: StreamVenue) => void;
  /** How many copies are sent at once, of which one is refused. */
  readonly times?: number;
  readonly params?: Params;
}

const thousand = micros(1_000e6);

const TROUBLES: Partial<Record<ErrorName, Trouble>> = {
  unauthorized: { scope: "read" },
  rate_limit_exceeded: { house: { configuration: { limits: { factor: 1e-6 } } }, times: 20 },
  invalid_parameter: { params: { symbol: "PERP_FOO_USDC", orders: [] } },
  duplicate: { params: { order_price: 49_000, client_order_id: "taken" } },
  not_found: { params: { order_id: 999_999 } },
  cannot_change_order: { params: { status: "NEW" } },
  maintenance: { befalls: (house) => house.apply({ type: "halt_for_clock", halted: true }) },
  core_unavailable: { befalls: (house) => house.failJournal() },
  refused: { befalls: (house) => house.apply({ type: "halt_venue", halted: true, reason: "a look" }) },
  insufficient_margin: { params: { order_quantity: 80 } },
  position_limit: { house: { listed: { maxNotional: thousand } }, params: { order_quantity: 0.1 } },
  open_interest_limit: { house: { listed: { globalMaxOiCap: thousand } }, params: { order_quantity: 0.1 } },
  notional_too_small: { params: { order_quantity: 0.00019 } },
  price_filter: { params: { order_price: 50_000.05 } },
  quantity_filter: { params: { order_quantity: 0.000001 } },
  price_range: { params: { order_price: 1 } },
};

/** Told apart by their text, because they share their code with others. */
const BY_TEXT: readonly ErrorName[] = [
  "cannot_change_order",
  "insufficient_margin",
  "position_limit",
  "open_interest_limit",
];

/** Valid params of each request, for an account with one open order. */
const RIGHT: Readonly<Record<OrderRequestType, (orderId: number) => Params>> = {
  "order.place": () => ORDER,
  "order.amend": (order_id) => ({ symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 49_000, order_id }),
  "order.cancel": (order_id) => ({ symbol: BTC, order_id }),
  "order.cancel_all": () => ({ symbol: BTC }),
  "order.batch": () => ({ orders: [ORDER] }),
};

const declared = (Object.keys(orderRequests) as OrderRequestType[]).flatMap((type) =>
  errorsOfRequest(type).map((name) => [type, name] as const),
);

test.each(declared)("%s is refused with %s", async (type, name) => {
  const { house: options, scope, befalls, times = 1, params } = TROUBLES[name]!;
  house = startStreamVenue(options);
  const trader = await house.trader({ usdc: 100_000, ...(scope !== undefined && { scope }) });
  const open = house.place(trader, { ...ORDER, price: 50_000, quantity: 0.01, clientOrderId: "taken" });
  const query = await signedQuery(trader, house.clock.now());
  const client = await TestStreamClient.open(privateUrl(house.base, trader.accountId, query));
  befalls?.(house);
  const request = { type, ...RIGHT[type](open.orderId), ...(type === "order.amend" ? amended(params) : params) };
  for (let id = 1; id <= times; id++) client.send({ id, event: "request", params: request });
  const answers = () => client.frames.filter(({ id }) => id !== undefined);
  await client.until(() => answers().length >= times);
  const { code, text } = errors[name];
  const said = { code, message: BY_TEXT.includes(name) ? text : expect.any(String) };
  expect(answers()).toContainEqual(expect.objectContaining({ success: false, ...said }));
  client.leave();
});

/** An attempt to change a member of an order that can't be changed. */
function amended(params: Params = {}): Params {
  const { orders: _, ...members } = params;
  return members;
}
