import { expect, test } from "bun:test";
import { hashTypedData } from "viem";
import { injectedSigner, type OfferedChain, typedDataText } from "./injected-signer.ts";

const ADDRESS = "0x00000000000000000000000000000000000000AA";
const chain: OfferedChain = { chainId: 196, rpcUrl: "http://127.0.0.1:1", currency: "ETH", explorerUrl: null };
const registrationTypes = {
  Registration: [
    { name: "brokerId", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "timestamp", type: "uint64" },
    { name: "registrationNonce", type: "uint256" },
  ],
} as const;
const data = {
  domain: { name: "DexDomain", version: "1", chainId: 196, verifyingContract: `0x${"cc".repeat(20)}` },
  types: registrationTypes,
  primaryType: "Registration",
  message: { brokerId: "demo", chainId: 196n, timestamp: 2n ** 60n, registrationNonce: 5n },
} as const;

interface Asked {
  readonly method: string;
  readonly params?: unknown;
}

/** A wallet with an answer for each method; an answer may throw. */
function walletOf(answers: Readonly<Record<string, (asked: Asked) => unknown>>) {
  const asked: string[] = [];
  const request = async (args: Asked) => {
    asked.push(args.method);
    return answers[args.method]?.(args);
  };
  return { provider: { request }, asked };
}

const refusal = (code: number) => Object.assign(new Error(`code ${code}`), { code });

test("the text that a wallet signs is the typed data itself", () => {
  const { types, ...rest } = JSON.parse(typedDataText(data));
  const { EIP712Domain, ...own } = types;
  expect(EIP712Domain.map(({ name }: { name: string }) => name)).toEqual([
    ...["name", "version", "chainId", "verifyingContract"],
  ]);
  expect(rest.message.timestamp).toBe("1152921504606846976");
  expect(hashTypedData({ ...rest, types: own })).toBe(hashTypedData(data));
});

test("a wallet that signs for any chain is not asked to switch", async () => {
  const { provider, asked } = walletOf({
    eth_requestAccounts: () => [ADDRESS],
    eth_signTypedData_v4: () => "0x12",
  });
  const wallet = await injectedSigner(provider, async () => chain);
  expect(wallet.address).toBe(ADDRESS);
  expect(await wallet.signTypedData(data)).toBe("0x12");
  expect(asked).toEqual(["eth_requestAccounts", "eth_signTypedData_v4"]);
});

test("a wallet that signs only for its own chain switches, is given the chain if needed, and signs", async () => {
  let on = 1;
  const { provider, asked } = walletOf({
    eth_requestAccounts: () => [ADDRESS],
    eth_chainId: () => `0x${on.toString(16)}`,
    eth_signTypedData_v4: () => {
      if (on !== 196) throw refusal(-32_603);
      return "0x34";
    },
    wallet_switchEthereumChain: () => {
      throw refusal(4902);
    },
    wallet_addEthereumChain: ({ params }) => {
      on = Number((params as readonly { chainId: string }[])[0]!.chainId);
    },
  });
  const wallet = await injectedSigner(provider, async () => chain);
  expect(await wallet.signTypedData(data)).toBe("0x34");
  expect(asked.slice(1)).toEqual([
    ...["eth_signTypedData_v4", "eth_chainId", "wallet_switchEthereumChain", "wallet_addEthereumChain"],
    "eth_signTypedData_v4",
  ]);
});

test("a user who refuses is not asked again", async () => {
  const { provider, asked } = walletOf({
    eth_requestAccounts: () => [ADDRESS],
    eth_signTypedData_v4: () => {
      throw refusal(4001);
    },
  });
  const wallet = await injectedSigner(provider, async () => chain);
  expect(wallet.signTypedData(data)).rejects.toMatchObject({ code: 4001 });
  expect(asked).toEqual(["eth_requestAccounts", "eth_signTypedData_v4"]);
});

test("a wallet without an account counts as locked", async () => {
  for (const accounts of [[], null, ["no address"]]) {
    const { provider } = walletOf({ eth_requestAccounts: () => accounts });
    expect(injectedSigner(provider, async () => chain)).rejects.toMatchObject({ code: 4100 });
  }
});
