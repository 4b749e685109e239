import { expect, test } from "bun:test";
import { envText } from "./env-text.ts";

const key = {
  baseUrl: "http://127.0.0.1:8196",
  brokerId: "demo",
  accountId: "0x12",
  publicKey: "ed25519:abc",
  secret: "xyz",
};

test("a bot finds everything it needs, under the names that the examples use", () => {
  expect(envText(key)).toBe(
    "EVERMARK_URL=http://127.0.0.1:8196\nEVERMARK_BROKER_ID=demo\nEVERMARK_ACCOUNT_ID=0x12\n" +
      "EVERMARK_API_KEY=ed25519:abc\nEVERMARK_API_SECRET=xyz\n",
  );
});

test("shell syntax in a name is quoted and runs nothing", () => {
  expect(envText({ ...key, brokerId: "a $(b)'c" })).toContain("EVERMARK_BROKER_ID='a $(b)'\\''c'\n");
});
