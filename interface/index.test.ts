import { expect, test } from "bun:test";
import * as surface from "./index.ts";

test("the package exports these names and nothing else", () => {
  expect(Object.keys(surface).toSorted()).toEqual([
    "BODY_BYTES",
    "CHAIN_ID",
    "STREAM_PATHS",
    "account",
    "accountDomain",
    "accountIdOf",
    "addKeyTypedData",
    "addKeyTypes",
    "decodeBase58",
    "encodeBase58",
    "endpoint",
    "endpoints",
    "errors",
    "errorsOf",
    "marketData",
    "orderRequests",
    "orders",
    "perIp",
    "perUser",
    "positions",
    "privateStreamOptions",
    "registration",
    "registrationTypedData",
    "registrationTypes",
    "sandbox",
    "stated",
    "streamRefusals",
    "streamRequests",
    "subAccountIdOf",
    "topics",
  ]);
});

test("the codes and names of errors, on which clients rely, do not change", () => {
  const { errors } = surface;
  expect(errors.insufficient_margin).toMatchObject({ code: -1101, http: 400, text: "insufficient margin" });
  expect(errors.quantity_filter).toMatchObject({ code: -1104, http: 400, text: "quantity not aligned" });
  expect(errors.signer_mismatch).toEqual({ code: 9, http: 400, text: "address and signature do not match" });
  for (const { code, http, text } of Object.values(errors)) {
    expect(Number.isInteger(code)).toBe(true);
    expect([400, 401, 404, 405, 409, 415, 429, 500, 503]).toContain(http);
    expect(text).not.toBe("");
  }
});
