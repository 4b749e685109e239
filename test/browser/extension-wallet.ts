// A wallet as a browser extension puts it on pages (EIP-6963). The page gets only a name and a way to send requests; the
// key, the current chain and the wallet's node are outside of the page, as with a real extension.

import type { Page } from "playwright-core";
import { createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

interface Question {
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

export interface ExtensionWallet {
  readonly address: Hex;
  /** Methods that were requested, in order. */
  readonly asked: string[];
  /** Whether the person declines every signature. */
  declines: boolean;
}

interface ExtensionTerms {
  readonly privateKey: Hex;
  /** The announced name, which can be any text. */
  readonly name: string;
  /** URL of the wallet's own node. */
  readonly nodeUrl: () => Promise<string>;
}

const REJECTED = { code: 4001, message: "User rejected the request." };
const WRONG_CHAIN = { code: -32_603, message: "Provided chainId must match the active chainId" };
const UNKNOWN_CHAIN = { code: 4902, message: "Unrecognized chain ID" };

/**
 * Adds the wallet to a page before it is opened. The wallet is on another chain at first, and signs only for its current chain.
 */
export async function addExtensionWallet(page: Page, terms: ExtensionTerms): Promise<ExtensionWallet> {
  const account = privateKeyToAccount(terms.privateKey);
  const wallet: ExtensionWallet = { address: account.address, asked: [], declines: false };
  let chainId = 1;
  const knownChains = new Set([1]);

  const answer = async ({ method, params = [] }: Question): Promise<Reply> => {
    const [first] = params as readonly [{ readonly chainId?: string }?];
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return { result: [account.address] };
      case "eth_chainId":
        return { result: `0x${chainId.toString(16)}` };
      case "wallet_switchEthereumChain":
        if (!knownChains.has(Number(first?.chainId))) return { error: UNKNOWN_CHAIN };
        chainId = Number(first?.chainId);
        return { result: null };
      case "wallet_addEthereumChain":
        chainId = Number(first?.chainId);
        knownChains.add(chainId);
        return { result: null };
      case "eth_signTypedData_v4": {
        if (wallet.declines) return { error: REJECTED };
        const data = JSON.parse(String(params[1]));
        if (data.domain.chainId !== chainId) return { error: WRONG_CHAIN };
        const { EIP712Domain: _, ...types } = data.types;
        return { result: await account.signTypedData({ ...data, types }) };
      }
      case "eth_sendTransaction": {
        const { to, data, value } = params[0] as { readonly to: Hex; readonly data?: Hex; readonly value?: Hex };
        const sender = createWalletClient({ account, transport: http(await terms.nodeUrl()) });
        const paid = BigInt(value ?? 0);
        return { result: await sender.sendTransaction({ chain: null, to, value: paid, ...(data && { data }) }) };
      }
      default:
        return askNode(await terms.nodeUrl(), { method, params });
    }
  };
  await page.exposeFunction("askExtension", (question: Question) => {
    wallet.asked.push(question.method);
    return answer(question);
  });
  await page.addInitScript(announce, { name: terms.name });
  return wallet;
}

/** Runs in the page. */
function announce({ name }: { readonly name: string }): void {
  const ask = (globalThis as unknown as { readonly askExtension: (question: Question) => Promise<Reply> }).askExtension;
  const provider = {
    async request(question: Question) {
      const reply = await ask(question);
      if ("result" in reply) return reply.result;
      throw Object.assign(new Error(reply.error.message), reply.error);
    },
  };
  const icon = "https://elsewhere.example/icon.png";
  const info = { uuid: "5f1d5f0e-0000-4000-8000-000000000001", name, icon, rdns: "example.wallet" };
  const announce = () => {
    const detail = Object.freeze({ info, provider });
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  };
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}

async function askNode(url: string, question: Question): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...question });
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()) as Reply;
}
