import { expect, test } from "bun:test";
import { hashDomain, hashTypedData, keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  accountDomain,
  addKeyTypedData,
  delegateAddKeyTypedData,
  delegateSettlePnlTypedData,
  delegateSignerTypedData,
  delegateWithdrawTypedData,
  registrationTypedData,
} from "./wallet-messages.ts";

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

test("messages of a contract's signer have the type hashes of vault 7", () => {
  const contract = { delegateContract: wallet.address, brokerId: "demo", chainId: 196, timestamp: 1 };
  const key = { key: "k", scope: "read", expiration: 2 };
  const withdrawal = { receiver: wallet.address, token: "USDC", amount: 1n, withdrawNonce: 1 };
  const hashOf = ({ types, primaryType }: { readonly types: object; readonly primaryType: string }) => {
    const fields = (types as Record<string, readonly { name: string; type: string }[]>)[primaryType]!;
    return keccak256(stringToBytes(`${primaryType}(${fields.map(({ name, type }) => `${type} ${name}`).join(",")})`));
  };
  const signed = [
    delegateSignerTypedData({ ...contract, registrationNonce: 1, txHash: `0x${"12".repeat(32)}` }),
    delegateAddKeyTypedData({ ...contract, ...key }),
    delegateWithdrawTypedData({ ...contract, ...withdrawal }),
    delegateSettlePnlTypedData({ ...contract, settleNonce: 1 }),
  ];
  expect(signed.map(hashOf) as string[]).toEqual([
    "0xaf8f892b99182dcd27a4dbf465892d3c965cd5a0d4f66a96ad0fca4c80b9ce64",
    "0xf6e3c4045f626e2d3a0abbe0b358fe7d0e351373fc9cb4fbaf4ebf76117590e0",
    "0xc5c01fd150f4d6575fb279b37db54a7443168919221b2438ee00e0026a1dcbaa",
    "0xb9b0be7a7fce8b394fd8829f1d48600cb5a00f6cdfb4d4979454e677e31c12e0",
  ]);
});
