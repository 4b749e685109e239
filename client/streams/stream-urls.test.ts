import { expect, test } from "bun:test";
import { importApiKey } from "../signing/api-key.ts";
import { privateStreamUrl, publicStreamUrl, streamBaseOf } from "./stream-urls.ts";

const accountId = "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208";

test("the streams are on the host of the REST calls", () => {
  expect(streamBaseOf("http://127.0.0.1:8196")).toBe("ws://127.0.0.1:8196");
  expect(streamBaseOf("https://example.org/venue/")).toBe("wss://example.org/venue");
});

test("the public stream names an account (interface 5.3)", () => {
  expect(publicStreamUrl("ws://localhost", accountId)).toBe(`ws://localhost/ws/public/ws/stream/${accountId}`);
});

test("the private stream carries the signature of streams 2", async () => {
  const key = await importApiKey("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");
  expect(await privateStreamUrl("ws://localhost", { accountId, key }, 1779269143700)).toBe(
    `ws://localhost/ws/private/v2/ws/private/stream/${accountId}` +
      "?svc_api_key=ed25519%3AFAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF&svc_timestamp=1779269143700" +
      "&svc_sign=vKHmimfrB4Qkp5oVFzEnGMcf-QeKguNj1F682gmq1RrOIFWPpcusm2Rq7u-ydFQRjUkchgxfziL24H3zZ6wfBA",
  );
});
