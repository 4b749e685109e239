// Signs typed data (EIP-712) with an extension's wallet. Some wallets sign only for the chain that they are on: these are
// asked to switch chains, and then to sign once more.

import type { ChainWallet, Wallet } from "@evermark/client";

/** The venue's chain, as offered to a wallet. */
export interface OfferedChain {
  readonly chainId: number;
  /** URL of a node; without one, a chain can't be added to a wallet that does not know it. */
  readonly rpcUrl: string | null;
  readonly currency: string;
  readonly explorerUrl: string | null;
}

type TypedData = Parameters<Wallet["signTypedData"]>[0];

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** The error code with which wallets refuse a chain that they do not know. */
const UNKNOWN_CHAIN = 4902;
const REJECTED = 4001;

/** Asks the wallet for its account. @throws what the wallet throws; the person may decline */
export async function injectedSigner(provider: ChainWallet, findChain: () => Promise<OfferedChain>): Promise<Wallet> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== "string" || !ADDRESS.test(address))
    throw Object.assign(new Error("no account"), { code: 4100 });
  const sign = async (data: TypedData) => {
    const signature = await provider.request({
      method: "eth_signTypedData_v4",
      params: [address, typedDataText(data)],
    });
    if (typeof signature !== "string" || !signature.startsWith("0x")) throw new Error("the wallet gave no signature");
    return signature as `0x${string}`;
  };
  return {
    address: address as `0x${string}`,
    async signTypedData(data) {
      try {
        return await sign(data);
      } catch (error) {
        if (!(await isElsewhere(provider, data, error))) throw error;
        await changeChain(provider, await findChain());
        return sign(data);
      }
    },
  };
}

/** The typed data as `eth_signTypedData_v4` takes it: with the domain's type, and whole numbers as text. */
export function typedDataText({ domain = {}, types, primaryType, message }: TypedData): string {
  const EIP712Domain = DOMAIN_FIELDS.filter(({ name }) => name in domain);
  const whole = { domain, types: { EIP712Domain, ...types }, primaryType, message };
  return JSON.stringify(whole, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

const DOMAIN_FIELDS = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
] as const;

/** Whether the wallet did not sign because it is on another chain, rather than because its user declined. */
async function isElsewhere(provider: ChainWallet, { domain }: TypedData, error: unknown): Promise<boolean> {
  if (codeOf(error) === REJECTED || domain?.chainId === undefined) return false;
  const found = await provider.request({ method: "eth_chainId" }).catch(() => undefined);
  return found !== undefined && Number(found) !== Number(domain.chainId);
}

async function changeChain(provider: ChainWallet, chain: OfferedChain): Promise<void> {
  const chainId = `0x${chain.chainId.toString(16)}`;
  try {
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
  } catch (error) {
    if (codeOf(error) !== UNKNOWN_CHAIN || chain.rpcUrl === null) throw error;
    const { rpcUrl, currency, explorerUrl } = chain;
    const added = {
      chainId,
      chainName: `EVM ${chain.chainId}`,
      nativeCurrency: { name: currency, symbol: currency, decimals: 18 },
      rpcUrls: [rpcUrl],
      ...(explorerUrl === null ? {} : { blockExplorerUrls: [explorerUrl] }),
    };
    await provider.request({ method: "wallet_addEthereumChain", params: [added] });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
