import { describe, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { addKeyTypedData, registrationTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { keccak256, stringToBytes } from "viem";
import { generateWallet, importWallet } from "./wallet.ts";

const wallet = importWallet(keccak256(stringToBytes("svc-test-vector-1")));
const timestamp = 1779269143700;

describe("a wallet", () => {
  test("has the address and the account ids of vault 2.1", () => {
    expect(wallet.privateKey).toBe("0x6e71688661a19e7195a09a0bba67fb5ca3c7d4dfd837d06fb9866c7a5f46495f");
    expect(wallet.address).toBe("0xD435D47bBEb4efdFD724FecC909476B16B95Fb31");
    expect(accountIdOf(wallet.address, "demo")).toBe(
      "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208",
    );
    expect(accountIdOf(wallet.address, "demo2")).toBe(
      "0xb6ff759849d0f9c08b0bfe4b7b383394cdc7ce4d8030d9bbcc28060370cc59b4",
    );
  });

  test("signs an account opening as in vault 7", async () => {
    const message = { brokerId: "demo", chainId: 196, timestamp, registrationNonce: 194528949540 };
    expect(await wallet.signTypedData(registrationTypedData(message))).toBe(
      "0x57d5eb6f237f3b6c0b1b78ac0711fcdca7127d5c17324aa62362354961fb4f3e5b2b727f649853963b2b33dcf04abeec4aba28fcca3d05d6ea5eb0b5f579acf51c",
    );
  });

  test("signs a key binding as in vault 7", async () => {
    const message = {
      brokerId: "demo",
      chainId: 196,
      key: "ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF",
      scope: "read,trading",
      timestamp,
      expiration: 1810805143700,
    };
    expect(await wallet.signTypedData(addKeyTypedData(message))).toBe(
      "0x2c87d0659c698e69884082fee4ea59d2f7aa95155b705645f9e4db6fff5f76fb192ecf5f1838b2e6412fe635a5c8327e95b93b15829e582ce9b4162169530a8b1b",
    );
  });

  test("signs any other typed message, such as the withdrawal of vault 7", async () => {
    const signature = await wallet.signTypedData({
      domain: {
        name: "SVC",
        version: "1",
        chainId: 196,
        verifyingContract: "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203",
      },
      types: {
        Withdraw: [
          { name: "brokerId", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "receiver", type: "address" },
          { name: "token", type: "string" },
          { name: "amount", type: "uint256" },
          { name: "withdrawNonce", type: "uint64" },
          { name: "timestamp", type: "uint64" },
        ],
      },
      primaryType: "Withdraw",
      message: {
        brokerId: "demo",
        chainId: 196n,
        receiver: wallet.address,
        token: "USDC",
        amount: 5_000_000n,
        withdrawNonce: 1n,
        timestamp: BigInt(timestamp),
      },
    });
    expect(signature).toBe(
      "0xfa39465c947c6e7332c2496863d319d21f7af53fac6c74505e6408092614a82e28e38a926ca5f426216e01fb94379d3fe37e9736068c46f5a1354db9524167771c",
    );
  });

  test("that is generated is new each time and can be imported from its private key", () => {
    const [first, second] = [generateWallet(), generateWallet()];
    expect(first.privateKey).not.toBe(second.privateKey);
    expect(importWallet(first.privateKey).address).toBe(first.address);
  });
});
