import { expect, test } from "bun:test";
import { type RejectionName, rejection, rejectionNumber, rejections } from "@evermark/engine";
import { type ErrorEntry, errors } from "@evermark/interface/rows/errors.ts";
import { ApiError, invalid, refusal, refusalOf } from "../../wire/api-error.ts";

const refused = Object.keys(rejections) as RejectionName[];

test.each(refused)("an engine rejection %s is answered by its row of the interface", (name) => {
  const row: ErrorEntry = errors[name];
  const { status, code, message } = refusalOf(rejection(name));
  expect({ http: status, code, text: message }).toEqual({ http: row.http, code: row.code, text: row.text });
  expect(rejections[name].filter((number) => !row.details?.includes(number))).toEqual([]);
  // Journals were confirmed with these numbers, so they can't change.
  expect(rejectionNumber(name)).toBe(row.code);
});

test("a duplicate is 409, maintenance 503, and an unknown object 400", () => {
  expect(refusalOf(rejection("duplicate")).status).toBe(409);
  expect(refusalOf(rejection("maintenance")).status).toBe(503);
  expect(refusalOf(rejection("not_found")).status).toBe(400);
  expect(refusal("path_not_found").status).toBe(404);
});

test("a message of the engine's own replaces the standard text", () => {
  expect(refusalOf(rejection("not_found", {}, "vault does not exist"))).toMatchObject({
    code: -1006,
    message: "vault does not exist",
  });
});

test("the numbers of a failed check are in the refusal", () => {
  const error = refusalOf(rejection("insufficient_margin", { required: "12.5", available: "10" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.members).toEqual({ detail: { required: "12.5", available: "10" } });
  expect(invalid("leverage is invalid").members).toEqual({});
  expect(invalid("x", { a: 1 }).with({ check: "y" }).members).toEqual({ detail: { a: 1 }, check: "y" });
});

test("a command that the journal could not take is answered with 503 and the reason", () => {
  const { status, code, message } = refusalOf({ unavailable: "the venue's disk is full, nothing happened" });
  expect([status, code]).toEqual([503, -1011]);
  expect(message).toEndWith("retry in a few seconds: the venue's disk is full, nothing happened");
});
