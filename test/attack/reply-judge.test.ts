import { expect, test } from "bun:test";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { positions } from "@evermark/interface/trading/positions.ts";
import type { Reply } from "./bare-wire.ts";
import { classOf, complaintAbout } from "./reply-judge.ts";

function answer(status: number, body: unknown, type = "application/json"): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { kind: "answer", status, headers: new Map([["content-type", type]]), body: text };
}

const timestamp = 1;
const row = orders.cancelOrder;
const cancelled = { success: true, timestamp, data: { order_id: 1, status: "CANCELLED" } };
const refused = { success: false, code: -1006, message: "not found", timestamp };

test.each([
  ["a success of the documented shape", answer(200, cancelled)],
  ["a documented refusal", answer(400, refused)],
  ["too large a body, in plain text", answer(413, "request body too large", "text/plain")],
])("%s is as promised", (_, reply) => {
  expect(complaintAbout(row, "any", reply)).toBeUndefined();
});

test.each([
  ["silence", { kind: "silent" } as const, "no answer"],
  ["a closed door", { kind: "closed" } as const, "closed without an answer"],
  ["a 500", answer(500, { success: false, code: -1000, message: "unexpected failure", timestamp }), "status 500"],
  ["an undocumented code", answer(400, { ...refused, code: -7 }), "undocumented code -7 with 400"],
  ["a documented code with another status", answer(401, refused), "undocumented code -1006 with 401"],
  ["a success that refuses", answer(200, refused), "status 200 without success"],
  ["a refusal that succeeds", answer(400, cancelled), "status 400 with success true"],
  ["a refusal without a message", answer(400, { ...refused, message: "" }), "a refusal without a message"],
  ["data of another shape", answer(200, { ...cancelled, data: {} }), "the data does not have the documented shape"],
  ["no time", answer(200, { ...cancelled, timestamp: undefined }), "no timestamp in the envelope"],
  ["broken JSON", answer(200, '{"success":tr'), "the body is not a JSON object"],
  ["a page", answer(200, "<html>", "text/html"), "status 200 without JSON"],
  ["a stack", answer(400, { ...refused, message: "at f (x.ts:1:2)" }), "the answer shows source code of the venue"],
] as const)("%s is a violation", (_, reply, complaint) => {
  expect(complaintAbout(row, "any", reply)).toBe(complaint);
});

test("a forged request that is carried out is a violation, whatever the answer looks like", () => {
  expect(complaintAbout(row, "denied", answer(200, cancelled))).toBe("accepted with status 200");
  const denied = answer(401, { success: false, code: -1002, message: "signature error", timestamp });
  expect(complaintAbout(row, "denied", denied)).toBeUndefined();
});

test("a request that is broken below HTTP may be refused without an envelope", () => {
  const plain = answer(431, "", "text/plain");
  expect(complaintAbout(marketData.getSymbols, "loose", plain)).toBeUndefined();
  expect(complaintAbout(marketData.getSymbols, "any", plain)).toBe("status 431 without JSON");
});

test("answers are counted by status and code", () => {
  expect(classOf(answer(400, refused))).toBe("400 -1006");
  expect(classOf(answer(200, cancelled))).toBe("200");
  expect(classOf({ kind: "silent" })).toBe("silent");
});

test("a preview's answer is checked against the preview's shape, and a real one's is not", () => {
  const set = { symbol: "PERP_BTC_USDC", margin_mode: "CROSS", leverage: 5 };
  const reply = answer(200, { success: true, timestamp, data: set });
  expect(complaintAbout(positions.setLeverages, "any", reply)).toBeUndefined();
  expect(complaintAbout(positions.setLeverages, "any", reply, true)).toBe(
    "the data does not have the documented shape",
  );
});
