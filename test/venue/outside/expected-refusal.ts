// What a refusal must look like, for any request: interface 2.1 and 7, errors 1.

import { expect } from "bun:test";
import type { Answer } from "./outside-caller.ts";

/** Status and code; and the message where the interface fixes it. */
export type Refusal = readonly [status: number, code: number, message?: string];

/** A parameter with an impossible value. */
export const INVALID: Refusal = [400, -1005];

/** A parameter that is missing. */
export function blank(name: string): Refusal {
  return [400, -1005, `${name} must not be blank`];
}

export function expectRefusal(answer: Answer, [status, code, message]: Refusal): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
  expect(answer.json, answer.text).toMatchObject({ success: false, code });
  expect(answer.headers.get("content-type")).toStartWith("application/json");
  expect(Number.isInteger(answer.json.timestamp)).toBe(true);
  expect(typeof answer.json.message).toBe("string");
  expect("data" in answer.json).toBe(false);
  if (message !== undefined) expect(answer.json.message).toBe(message);
}

export function expectSuccess(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.success, answer.text).toBe(true);
  expect(answer.headers.get("content-type")).toStartWith("application/json");
  expect(Number.isInteger(answer.json.timestamp)).toBe(true);
  expect("code" in answer.json).toBe(false);
}
