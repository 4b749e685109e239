import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as client from "./index.ts";

describe("the client library", () => {
  test("exports these names and no others", () => {
    expect(Object.keys(client).sort()).toEqual([
      "AnswerLost",
      "ApiError",
      "ChainError",
      "Client",
      "NotSent",
      "OrderBook",
      "RestClient",
      "Stream",
      "accountIdOf",
      "bindDelegateKey",
      "bindKey",
      "bindProviderKey",
      "chainFacts",
      "checkOrder",
      "claimFaucet",
      "confirmDelegate",
      "deposit",
      "followDeposit",
      "followWithdrawal",
      "fundWallet",
      "generateApiKey",
      "generateHeldKey",
      "generateWallet",
      "heldKey",
      "importApiKey",
      "importWallet",
      "limitPrice",
      "newClientOrderId",
      "onboard",
      "openAccount",
      "privateStreamUrl",
      "publicStreamUrl",
      "quantise",
      "quantisePrice",
      "quantiseQuantity",
      "requestOfVault",
      "sandboxChainWallet",
      "settlePnl",
      "settleSubAccountPnl",
      "signedHeaders",
      "smallestQuantity",
      "subAccountIdOf",
      "textToSign",
      "walletBalances",
      "withdraw",
    ]);
  });

  test("bundles for a browser without anything that only Bun or Node has", async () => {
    const [bundle] = (await Bun.build({ entrypoints: [`${import.meta.dir}/index.ts`], target: "browser" })).outputs;
    const text = (await bundle?.text()) ?? "";
    expect(text).toContain("-Signature");
    expect(text).not.toMatch(/from\s*"(node|bun):/);
    expect(text).not.toMatch(/\brequire\("(node:)?(crypto|fs|buffer|http|ws)"\)/);
    expect(text).not.toMatch(/\bBun\.\w/);
  });

  test("signs in Node as it does in Bun", async () => {
    const directory = await mkdtemp(join(tmpdir(), "evermark-client-"));
    try {
      const entrypoints = [`${import.meta.dir}/index.ts`];
      const built = await Bun.build({
        entrypoints,
        target: "node",
        format: "esm",
        outdir: directory,
        naming: "client.mjs",
      });
      expect(built.success).toBe(true);
      const script = `
        import { importApiKey, importWallet, textToSign, quantise } from ${JSON.stringify(join(directory, "client.mjs"))};
        const key = await importApiKey("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");
        const request = { timestampMs: 1779269143700, method: "GET", path: "/v1/orders?symbol=PERP_ETH_USDC&status=NEW", body: "" };
        const wallet = importWallet("0x6e71688661a19e7195a09a0bba67fb5ca3c7d4dfd837d06fb9866c7a5f46495f");
        console.log(await key.sign(textToSign(request)));
        console.log(key.publicKey, wallet.address, quantise("0.37", 0.1, "up"));
      `;
      const node = Bun.spawn(["node", "--input-type=module", "-e", script], { stdout: "pipe", stderr: "pipe" });
      const [output, complaints] = await Promise.all([
        new Response(node.stdout).text(),
        new Response(node.stderr).text(),
      ]);
      expect(complaints).toBe("");
      expect(output.trim().split("\n")).toEqual([
        "-Q8UL8M7PXj2HQpPDfzQX_pX8yEFjIk7qOdh9OlksborlmXbtkAFtE8gWCJbxi35dYEzeEcVYLa2kjnFcNStDg",
        "ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF 0xD435D47bBEb4efdFD724FecC909476B16B95Fb31 0.4",
      ]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
