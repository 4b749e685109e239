import { describe, expect, test } from "bun:test";
import { importApiKey } from "./api-key.ts";
import { signedHeaders, textToSign } from "./signed-request.ts";

const key = await importApiKey("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");
const signer = { accountId: "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208", key };
const timestampMs = 1779269143700;

describe("a signed request (vault 7)", () => {
  test("a placement signs its body", async () => {
    const body =
      '{"symbol":"PERP_ETH_USDC","side":"BUY","order_type":"LIMIT","order_price":2500.5,"order_quantity":0.1}';
    const request = { timestampMs, method: "post", path: "/v1/order", body };
    expect(textToSign(request)).toBe(`1779269143700POST/v1/order${body}`);
    expect(await signedHeaders(signer, request)).toEqual({
      "SVC-Account-Id": signer.accountId,
      "SVC-Api-Key": "ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF",
      "SVC-Timestamp": "1779269143700",
      "SVC-Signature": "bcxFkUG9179NXuSW9Ivz_reuTjYi0GUmhAQSc7dxhPt3Dp6vZAa2P-gjKXo8KKbUpi9e_1WduZIeM_dxjLByAg",
    });
  });

  test("a query is part of the path", async () => {
    const request = { timestampMs, method: "GET", path: "/v1/orders?symbol=PERP_ETH_USDC&status=NEW", body: "" };
    expect((await signedHeaders(signer, request))["SVC-Signature"]).toBe(
      "-Q8UL8M7PXj2HQpPDfzQX_pX8yEFjIk7qOdh9OlksborlmXbtkAFtE8gWCJbxi35dYEzeEcVYLa2kjnFcNStDg",
    );
  });
});
