import { expect, test } from "bun:test";
import { Router } from "./router.ts";

function routerOf(...routes: [method: string, path: string][]): Router<string> {
  const router = new Router<string>();
  for (const [method, path] of routes) router.add(method, path, `${method} ${path}`);
  return router;
}

test("a fixed path is found by its method", () => {
  const router = routerOf(["GET", "/v1/order"], ["POST", "/v1/order"]);
  expect(router.find("POST", "/v1/order")).toEqual({ target: "POST /v1/order", params: {} });
  expect(router.find("PUT", "/v1/order")).toBeUndefined();
  expect(router.find("HEAD", "/v1/order")).toBeUndefined();
});

test("a parameter takes one part of the path, decoded", () => {
  const router = routerOf(["GET", "/v1/order/{order_id}"], ["GET", "/v1/public/futures/{symbol}"]);
  expect(router.find("GET", "/v1/order/123")).toEqual({
    target: "GET /v1/order/{order_id}",
    params: { order_id: "123" },
  });
  expect(router.find("GET", "/v1/public/futures/PERP%5FETH_USDC")?.params).toEqual({ symbol: "PERP_ETH_USDC" });
  expect(router.find("GET", "/v1/order/%zz")?.params).toEqual({ order_id: "%zz" });
});

test("a fixed path wins over a parameter, and parts are never swallowed or empty", () => {
  const router = routerOf(["GET", "/v1/order/{order_id}"], ["GET", "/v1/order/last"]);
  expect(router.find("GET", "/v1/order/last")?.target).toBe("GET /v1/order/last");
  expect(
    routerOf(["GET", "/v1/order/{order_id}"], ["POST", "/v1/order/last"]).find("GET", "/v1/order/last"),
  ).toBeUndefined();
  for (const path of ["/v1/order/", "/v1/order", "/v1/order/1/2", "/V1/order/1", "/v1/orders/1", "/", ""]) {
    expect(router.find("GET", path)).toBeUndefined();
  }
});

test("one method and path has one target", () => {
  expect(() => routerOf(["GET", "/v1/a"], ["GET", "/v1/a"])).toThrow("GET /v1/a is routed twice");
  expect(() => routerOf(["GET", "/v1/{a}"], ["GET", "/v1/{b}"])).toThrow("GET /v1/{b} is routed twice");
});

test("the longest beginning before a parameter wins, and a shorter one is tried after it", () => {
  const router = routerOf(["GET", "/v1/{a}/{b}"], ["GET", "/v1/order/{id}"], ["GET", "/v1/order/{id}/trades"]);
  expect(router.find("GET", "/v1/order/1")?.target).toBe("GET /v1/order/{id}");
  expect(router.find("GET", "/v1/order/1/trades")?.target).toBe("GET /v1/order/{id}/trades");
  expect(router.find("GET", "/v1/orders/1")?.target).toBe("GET /v1/{a}/{b}");
  expect(router.find("GET", `/v1/order/1${"/".repeat(10_000)}`)).toBeUndefined();
});
