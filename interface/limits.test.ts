import { expect, test } from "bun:test";
import { sections } from "./endpoints.ts";
import type { EndpointRow } from "./rows/endpoint.ts";

/**
 * Limits that differ from the usual: requests per second, and per user or address; `stated` if the interface fixes
 * them. Errors 6, interface 8.
 */
const UNUSUAL: Readonly<Record<string, string>> = {
  "GET /v1/orderbook/{symbol}": "100 user",
  "DELETE /v1/orders": "10 user stated",
  "GET /v1/public/funding_rate/{symbol}": "30 ip",
  "GET /v1/liquidations": "10 ip",
  "GET /v1/client/liquidator_liquidations": "10 ip",
  "GET /v1/client/leverage": "10 ip",
  "GET /v1/pnl_settlement/history": "20 user",
  "POST /v1/position_margin": "10 user stated",
  "POST /v1/client/add_sub_account": "10 user stated",
  "POST /v1/withdraw_request": "10 ip stated",
  "POST /v1/sv_operation_request": "10 ip stated",
  "GET /v1/client/asset/receiver_address": "10 user stated",
  "POST /v1/client/remove_svc_key": "10 ip",
  "POST /v1/client/reset_svc_key_ip_restriction": "10 in 60 s user stated",
  "GET /v1/public/announcement": "10 ip stated",
  "GET /v1/public/broker/order_enums": "10 ip stated",
  "POST /v1/public/query": "1200 in 60 s ip stated",
};

function usual(section: string, { auth }: EndpointRow): string {
  if (auth === "sandbox") return "100 ip";
  if (section === "orders" || section === "algo") return "100 user";
  return auth === "signed" ? "10 user" : "10 ip";
}

function written({ limit: { count, windowMs, per, stated } }: EndpointRow): string {
  return `${count}${windowMs === 1_000 ? "" : ` in ${windowMs / 1_000} s`} ${per}${stated ? " stated" : ""}`;
}

test("limits are ten requests a second for a key, a hundred for orders, ten for an address, a hundred for a sandbox's own calls, except for those listed", () => {
  const unusual = Object.entries(sections).flatMap(([section, rows]) =>
    Object.values(rows)
      .filter((row) => written(row) !== usual(section, row))
      .map((row) => [`${row.method} ${row.path}`, written(row)]),
  );
  expect(Object.fromEntries(unusual)).toEqual(UNUSUAL);
});
