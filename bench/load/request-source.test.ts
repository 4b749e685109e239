import { expect, test } from "bun:test";
import { FreshRequests, overAndOver } from "./request-source.ts";

function counted() {
  let made = 0;
  const source = new FreshRequests((n) => Buffer.from(`${n} of ${made++}`));
  return {
    source,
    made: () => made,
    send: (count: number) => Array.from({ length: count }, (_, n) => text(source, n)),
  };
}

const text = (source: FreshRequests, n: number) => Buffer.from(source.next(n)).toString();

test("fresh requests are never the same twice, whether or not they were prepared", () => {
  const { source, send } = counted();
  source.prepare(2);
  const sent = [...send(4), ...send(4)];
  source.prepare();
  sent.push(...send(8));
  expect(new Set(sent).size).toBe(16);
  expect(sent.map((request) => request.split(" ")[0])).toEqual([..."0123", ..."0123", ..."01234567"]);
});

test("it prepares as many as the larger of the last two loads took, and some more", () => {
  const { source, made, send } = counted();
  source.prepare();
  send(8);
  expect(made()).toBe(8);
  source.prepare();
  expect(made()).toBe(18);
  send(4);
  source.prepare();
  expect(made()).toBe(28);
  send(10);
  expect(made()).toBe(28);
});

test("read-only requests are repeated from the beginning", () => {
  const [a, b] = [Buffer.from("a"), Buffer.from("b")];
  const source = overAndOver([a, b]);
  expect([0, 1, 2, 3].map((n) => source.next(n))).toEqual([a, b, a, b]);
});
