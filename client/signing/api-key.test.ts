import { describe, expect, test } from "bun:test";
import { generateApiKey, importApiKey } from "./api-key.ts";

const secret = "1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE"; // the bytes 00 01 … 1f

describe("an API key", () => {
  test("derives its public key from the seed (streams 2)", async () => {
    const key = await importApiKey(secret);
    expect(key.publicKey).toBe("ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF");
    expect(key.secret).toBe(secret);
  });

  test("signs the time alone for the private stream (streams 2)", async () => {
    const key = await importApiKey(secret);
    expect(await key.sign("1779269143700")).toBe(
      "vKHmimfrB4Qkp5oVFzEnGMcf-QeKguNj1F682gmq1RrOIFWPpcusm2Rq7u-ydFQRjUkchgxfziL24H3zZ6wfBA",
    );
  });

  test("that is generated is new each time and can be imported from its secret", async () => {
    const [first, second] = await Promise.all([generateApiKey(), generateApiKey()]);
    expect(first.secret).not.toBe(second.secret);
    expect((await importApiKey(first.secret)).publicKey).toBe(first.publicKey);
  });

  test("with a secret that is not 32 bytes is refused", async () => {
    await expect(importApiKey("abc")).rejects.toThrow("base58 form of 32 bytes");
  });
});
