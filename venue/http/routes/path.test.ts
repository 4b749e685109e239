import { expect, test } from "bun:test";
import { perIp } from "@evermark/interface/rows/endpoint.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { EndpointInput } from "../input/endpoint-input.ts";
import { RateLimits } from "../limits/rate-limits.ts";
import { bind } from "./binding.ts";
import { Path, paramsIn } from "./path.ts";
import { Route } from "./route.ts";

const { venue } = memoryVenue();
const limits = new RateLimits(1);

function routeOf(method: "GET" | "PUT", path: string): Route {
  const row = { method, path, summary: "", auth: "none", limit: perIp(1), source: "" } as const;
  const input = new EndpointInput(row, true);
  return new Route({ venue, binding: bind(row, () => undefined), limits, input, name: `${method} ${path}` });
}

function pathOf(...rows: ["GET" | "PUT", string][]): Path {
  const path = new Path(rows[0]![1]);
  for (const [method, written] of rows) path.add(written, routeOf(method, written));
  return path;
}

test("rows of one path are distinguished by their method, whatever the names of their parameters", () => {
  const path = pathOf(["GET", "/v1/a/{id}/b/{name}"], ["PUT", "/v1/a/{a}/b/{b}"]);
  expect(path.pattern).toBe("/v1/a/:p1/b/:p2");
  expect(paramsIn("/v1/a/1/b/x%20y", path.find("GET")!)).toEqual({ id: "1", name: "x y" });
  expect(paramsIn("/v1/a/1/b/%zz", path.find("PUT")!)).toEqual({ a: "1", b: "%zz" });
  expect(path.find("HEAD")).toBeUndefined();
  expect(() => path.add("/v1/a/{x}/b/{y}", routeOf("GET", "/v1/a/{x}/b/{y}"))).toThrow("is routed twice");
});

test("a path with segments that were resolved away is not the path that was sent", () => {
  const path = pathOf(["GET", "/v1/order/{order_id}"]);
  expect(path.isAsSent("/v1/order/1")).toBe(true);
  expect(path.isAsSent("/v1/")).toBe(false);
  expect(path.isAsSent("/v1/order/")).toBe(false);
});
