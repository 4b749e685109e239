import { expect, test } from "bun:test";
import { privateClient, urlOf } from "./client-session.ts";

const SECRET = "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw";
const credentials = { EVERMARK_ACCOUNT_ID: "0x01", EVERMARK_API_SECRET: SECRET };

test("an option takes precedence over a variable, a variable over the default", () => {
  const environment = { EVERMARK_URL: "http://venue.example:1/" };
  expect(urlOf({ url: "https://other.example" }, environment)).toBe("https://other.example");
  expect(urlOf({}, environment)).toBe("http://venue.example:1");
  expect(urlOf({}, {})).toBe("http://127.0.0.1:8196");
});

test("a malformed URL is refused in one line", () => {
  expect(() => urlOf({ url: "localhost:8196" }, {})).toThrow(
    'url: "localhost:8196"; expected an address such as http://127.0.0.1:8196',
  );
});

test("a client signs with the key in the environment", async () => {
  const client = await privateClient({}, credentials);
  expect(client.rest.signer?.accountId).toBe("0x01");
  expect(client.rest.signer?.key.publicKey).toStartWith("ed25519:");
});

test("missing credentials say what to do", async () => {
  expect(privateClient({}, {})).rejects.toThrow(
    "EVERMARK_ACCOUNT_ID: not set; run `npx evermark onboard` here first, or set it",
  );
});

test("an unreadable secret is not printed", async () => {
  const environment = { ...credentials, EVERMARK_API_SECRET: "not-a-secret" };
  expect(privateClient({}, environment)).rejects.toThrow("EVERMARK_API_SECRET: expected the base58 form of 32 bytes");
});

test("a key that does not belong to the secret is noticed", async () => {
  const environment = { ...credentials, EVERMARK_API_KEY: "ed25519:other" };
  expect(privateClient({}, environment)).rejects.toThrow("EVERMARK_API_KEY: ed25519:other; expected ed25519:");
});
