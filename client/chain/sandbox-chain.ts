// The sandbox's own chain, reached through the venue: a page that may connect only to its venue has no other way, and needs
// none. The venue answers only programs on its own machine.

import { CHAIN_METHODS, sandbox } from "@evermark/interface/operators/sandbox.ts";
import type { BodyOf } from "@evermark/interface/rows/endpoint.ts";
import { privateKeyToAccount } from "viem/accounts";
import type { RestClient } from "../rest/rest-client.ts";
import type { ChainWallet } from "./chain-wallet.ts";

type Question = BodyOf<typeof sandbox.askChain>;

/**
 * A wallet on the sandbox's own chain. Its key signs here and is never sent.
 * @param privateKey when absent, the wallet can read the chain but sign nothing
 */
export function sandboxChainWallet({ rest }: { readonly rest: RestClient }, privateKey?: `0x${string}`): ChainWallet {
  return {
    account: privateKey === undefined ? undefined : privateKeyToAccount(privateKey),
    async request({ method, params = [] }) {
      if (!isOffered(method))
        throw new NodeRefusal({ ...NOT_OFFERED, message: `${method} is not asked through the venue` });
      const body = { method, params } as Question;
      const { result, error } = await rest.call(sandbox.askChain, { body });
      if (error === null) return result;
      throw new NodeRefusal(error);
    },
  };
}

/** Libraries try methods that not every node has, and carry on without them when they get this code. */
const NOT_OFFERED = { code: -32_601, data: "0x" };

function isOffered(method: string): boolean {
  return CHAIN_METHODS.some((offered) => offered === method);
}

/** An error of the chain's node, in the shape that wallets give it (EIP-1193). */
class NodeRefusal extends Error {
  override readonly name = "NodeRefusal";
  readonly code: number;
  /** What a reverted call returned. */
  readonly data: string;

  constructor({ code, message, data }: { readonly code: number; readonly message: string; readonly data: string }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
