import { expect, test } from "bun:test";
import { type Copy, complaintAboutCopies } from "./copies.ts";
import { differenceOf } from "./household.ts";

const ANEW =
  '{"success":false,"code":-1007,"message":"the request was answered before, for another account: sign it anew"}';

function copy(account: string, status: number, body: string, { replay = false, isRespelled = false } = {}): Copy {
  const headers = new Map(replay ? [["svc-replayed", "true"]] : []);
  return { account, isRespelled, reply: { kind: "answer", status, headers, body } };
}
const first = copy("main", 200, '{"timestamp":1,"order_id":5}');
const again = copy("main", 200, '{"timestamp":2,"order_id":5}', { replay: true });
const refused = copy("sub", 409, ANEW);

test.each<readonly [string, readonly Copy[]]>([
  ["its first answer again, and others refused", [first, refused, again]],
  ["whichever came first", [again, refused, first]],
  ["what an account may not ask, before it is asked for another one", [copy("sub", 401, "only main"), first, again]],
  ["too many at once", [copy("main", 429, "{}"), first, copy("sub", 429, "{}")]],
  ["a lost first answer", [{ account: "main", isRespelled: false, reply: { kind: "closed" } }, again, refused]],
  ["a respelled one that is no request", [first, copy("main", 404, "{}", { isRespelled: true }), again]],
  ["a refusal that stands", [copy("main", 400, "{}"), copy("main", 400, "{}", { replay: true }), refused]],
])("these copies are accepted: %s", (_, copies) => {
  expect(complaintAboutCopies(copies)).toBeUndefined();
});

test.each<readonly [string, readonly Copy[]]>([
  ["served for 2 accounts", [first, copy("sub", 200, '{"order_id":6}')]],
  ["served for 2 accounts", [first, copy("sub", 400, '{"code":-1101}')]],
  ["executed 2 times", [first, copy("main", 200, '{"order_id":6}')]],
  ["executed 2 times", [first, copy("main", 200, '{"order_id":6}', { isRespelled: true })]],
  ["answers different from the first", [first, copy("main", 200, '{"order_id":6}', { replay: true })]],
  ["no answer equals the first one", [again, refused]],
])("these copies are a violation: %s", (complaint, copies) => {
  expect(complaintAboutCopies(copies)).toContain(complaint);
});

test("two pictures of an account differ where an endpoint answers differently, not where it refused to answer", () => {
  const before = new Map([
    ["/v1/orders", "one"],
    ["/v1/positions", "none"],
  ]);
  expect(differenceOf(before, new Map([["/v1/orders", "one"]]))).toBeUndefined();
  expect(differenceOf(before, new Map([["/v1/orders", "two"]]))).toBe("GET /v1/orders was one and is two");
});
