import { expect, test } from "bun:test";
import { hashDomain, hashTypedData, keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { accountDomain, addKeyTypedData, registrationTypedData } from "./wallet-messages.ts";

const wallet = privateKeyToAccount(keccak256(stringToBytes("svc-test-vector-1")));

test("the domain of account opening has the separator of vault 7", () => {
  const types = {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
  } as const;
  const { chainId, ...domain } = accountDomain();
  expect(hashDomain({ domain: { ...domain, chainId: BigInt(chainId) }, types })).toBe(
    "0x098aebd05b27e5137cc687f95b4c3f534a6e9c061134136718ba053c78fb95a3",
  );
});

test("an account opening has the digest and signature of vault 7", async () => {
  const data = registrationTypedData({
    brokerId: "demo",
    chainId: 196,
    timestamp: 1779269143700,
    registrationNonce: 194528949540,
  });
  expect(hashTypedData(data)).toBe("0x258ce3917af6765f4c73a767da065541bde1738a64903556e23a32903d73c13f");
  expect(await wallet.signTypedData(data)).toBe(
    "0x57d5eb6f237f3b6c0b1b78ac0711fcdca7127d5c17324aa62362354961fb4f3e5b2b727f649853963b2b33dcf04abeec4aba28fcca3d05d6ea5eb0b5f579acf51c",
  );
});

test("a key binding has the digest and signature of vault 7", async () => {
  const data = addKeyTypedData({
    brokerId: "demo",
    chainId: 196,
    key: "ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF",
    scope: "read,trading",
    timestamp: 1779269143700,
    expiration: 1810805143700,
  });
  expect(hashTypedData(data)).toBe("0x7eb969ecbe222caefe6e1406e014f346553c88dd55f526cd1dc42d177709645a");
  expect(await wallet.signTypedData(data)).toBe(
    "0x2c87d0659c698e69884082fee4ea59d2f7aa95155b705645f9e4db6fff5f76fb192ecf5f1838b2e6412fe635a5c8327e95b93b15829e582ce9b4162169530a8b1b",
  );
});
