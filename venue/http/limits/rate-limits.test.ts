import { expect, test } from "bun:test";
import { type EndpointRow, perIp, perUser, stated } from "@evermark/interface/rows/endpoint.ts";
import { AnswerHeaders } from "../envelope/answer-headers.ts";
import { RateLimits } from "./rate-limits.ts";

const rowWith = (limit: EndpointRow["limit"], path = "/v1/x"): EndpointRow => ({
  method: "GET",
  path,
  summary: "",
  auth: "none",
  limit,
  source: "errors 6",
});

function limitsAt(factor = 1) {
  const clock = { now: 1_000_000 };
  return { clock, limits: new RateLimits(factor, undefined, () => clock.now) };
}

const retryAfter = (headers: AnswerHeaders): string | null => headers.toHeaders().get("retry-after");

test("an answer has the limit, what is left and when a slot frees", () => {
  const { clock, limits } = limitsAt();
  const bucket = limits.bucket(rowWith(perUser(2)));
  const headers = new AnswerHeaders();

  expect(limits.take(bucket, 7, headers)).toBe(true);
  expect([headers.limit, headers.remaining, headers.reset]).toEqual(["2", "1", "1000000"]);
  clock.now += 300;
  expect(limits.take(bucket, 7, headers)).toBe(true);
  expect([headers.remaining, headers.reset]).toEqual(["0", "1001000"]);
  expect(retryAfter(headers)).toBeNull();

  expect(limits.take(bucket, 7, headers)).toBe(false);
  expect(retryAfter(headers)).toBe("1");
  expect(limits.take(bucket, 8, headers)).toBe(true);
});

test("times are shown on the clock that callers see, which is not the one that counts", () => {
  const clock = { now: 1_000_000 };
  const venueTime = { now: 5_000_000 };
  const limits = new RateLimits(
    1,
    () => venueTime.now,
    () => clock.now,
  );
  const bucket = limits.bucket(rowWith(perUser(1)));
  const headers = new AnswerHeaders();
  limits.take(bucket, 7, headers);
  // The sandbox's clock is moved by a day; the window keeps its length.
  venueTime.now += 86_400_000;
  clock.now += 400;
  expect(limits.take(bucket, 7, headers)).toBe(false);
  expect([headers.reset, retryAfter(headers)]).toEqual([String(venueTime.now + 600), "1"]);

  const pool = limits.bucket(rowWith(perIp(10, 60_000), "/v1/pool"));
  limits.spend(pool, "a", 8);
  clock.now += 1_000;
  venueTime.now += 1_000;
  expect(limits.spend(pool, "a", 5)).toEqual({
    fits: false,
    limit: 10,
    remaining: 2,
    resetAt: venueTime.now + 59_000,
    freeAt: venueTime.now + 59_000,
    waitMs: 59_000,
  });
});

test("a caller without headers gets the time to wait, from the same bucket", () => {
  const { clock, limits } = limitsAt();
  const bucket = limits.bucket(rowWith(perUser(2)));
  expect(limits.takeOrWait(bucket, 7)).toBe(0);
  clock.now += 300.5;
  expect(limits.take(bucket, 7, new AnswerHeaders())).toBe(true);
  expect(limits.takeOrWait(bucket, 7)).toBe(700);
  expect(limits.takeOrWait(bucket, 7, 2)).toBe(1_000);
  expect(limits.takeOrWait(bucket, 8, 2)).toBe(0);
  clock.now += 700;
  expect(limits.takeOrWait(bucket, 7)).toBe(0);
});

test("with a long window, the caller has to wait as long as it takes", () => {
  const { clock, limits } = limitsAt();
  const bucket = limits.bucket(rowWith(stated(perUser(1, 60_000))));
  limits.take(bucket, 1, new AnswerHeaders());
  clock.now += 10_500;
  const headers = new AnswerHeaders();
  expect(limits.take(bucket, 1, headers)).toBe(false);
  expect(retryAfter(headers)).toBe("50");
});

test("the factor scales every limit except those that the interface states", () => {
  const { limits } = limitsAt(10);
  expect(limits.bucket(rowWith(perIp(10), "/v1/a")).count).toBe(100);
  expect(limits.bucket(rowWith(stated(perIp(10)), "/v1/b")).count).toBe(10);
});

test("each endpoint has its own bucket", () => {
  const { limits } = limitsAt();
  const [a, b] = [rowWith(perIp(1), "/v1/a"), rowWith(perIp(1), "/v1/b")];
  expect(limits.take(limits.bucket(a), "::1", new AnswerHeaders())).toBe(true);
  expect(limits.take(limits.bucket(a), "::1", new AnswerHeaders())).toBe(false);
  expect(limits.take(limits.bucket(b), "::1", new AnswerHeaders())).toBe(true);
});

test("a batch counts all of its orders or none", () => {
  const { limits } = limitsAt();
  const bucket = limits.bucket(rowWith(perUser(10)));
  expect(limits.take(bucket, 1, new AnswerHeaders(), 6)).toBe(true);
  expect(limits.take(bucket, 1, new AnswerHeaders(), 6)).toBe(false);
  expect(limits.take(bucket, 1, new AnswerHeaders(), 4)).toBe(true);
});

test("fifty failed authentications per second and address, counted separately", () => {
  const { limits } = limitsAt();
  for (let i = 0; i < 50; i++) expect(limits.takeFailure("10.0.0.1", new AnswerHeaders())).toBe(true);
  expect(limits.takeFailure("10.0.0.1", new AnswerHeaders())).toBe(false);
  expect(limits.takeFailure("10.0.0.2", new AnswerHeaders())).toBe(true);
});

test("callers that are gone are forgotten", () => {
  const { clock, limits } = limitsAt();
  const bucket = limits.bucket(rowWith(perIp(10)));
  for (let i = 0; i < 100_000; i++) {
    clock.now += 1;
    limits.take(bucket, `10.${i}`, new AnswerHeaders());
  }
  expect(bucket.size).toBeLessThan(5_000);
});
