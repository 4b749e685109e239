import { expect, test } from "bun:test";
import { type RejectionName, rejection, rejections } from "@evermark/engine";
import { errors } from "@evermark/interface/errors.ts";
import { ApiError, invalid, refusal, refusalOf } from "./api-error.ts";

test("every refusal of the engine is in the interface's table, with the same status", () => {
  const documented = new Set(Object.values(errors).map(({ code, http }) => `${code} ${http}`));
  for (const name of Object.keys(rejections) as RejectionName[]) {
    const { status, code, message } = refusalOf(rejection(name));
    expect(documented).toContain(`${code} ${status}`);
    expect(message).toBe(rejections[name].text);
  }
});

test("a duplicate is 409, maintenance 503, and an unknown object 400", () => {
  expect(refusalOf(rejection("duplicate")).status).toBe(409);
  expect(refusalOf(rejection("maintenance")).status).toBe(503);
  expect(refusalOf(rejection("not_found")).status).toBe(400);
  expect(refusal("path_not_found").status).toBe(404);
});

test("the numbers of the failed check travel with the refusal", () => {
  const error = refusalOf(rejection("insufficient_margin", { required: "12.5", available: "10" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.members).toEqual({ detail: { required: "12.5", available: "10" } });
  expect(invalid("leverage is invalid").members).toEqual({});
  expect(invalid("x", { a: 1 }).with({ check: "y" }).members).toEqual({ detail: { a: 1 }, check: "y" });
});

test("what the journal could not take is 503 and says why", () => {
  const { status, code, message } = refusalOf({ unavailable: "the venue's disk is full, nothing happened" });
  expect([status, code]).toEqual([503, -1011]);
  expect(message).toEndWith("retry in a few seconds: the venue's disk is full, nothing happened");
});
