// Deposits by plain transfer: where an account takes them, and what came in. The address follows from the factory and the
// account alone, so it is known before anything of it is on a chain. Interface 4.8 and 4.9, rules 9.2, errors 8.6.

import { receivers } from "@evermark/interface/receivers.ts";
import { concatHex, getContractAddress, type Hex } from "viem";
import { refusal } from "../../api-error.ts";
import { fromMicros } from "../../decimals.ts";
import type { Venue } from "../../venue.ts";
import { type Binding, bind } from "../binding.ts";

const CHAINS: readonly number[] = [42_161, 56, 36_900, 1];
const TOKENS: readonly string[] = ["USDC", "USDT"];
/** In whole tokens. Less can't be recovered. */
const MINIMUM_DEPOSIT = 5;

const getAddress = bind(receivers.getAddress, ({ venue, caller, query }) => {
  const { configuration } = venue;
  const { chain_id: chainId, token = "USDC" } = query;
  if (chainId === configuration.chainId) throw refusal("receiver_chain_not_supported");
  if (!CHAINS.includes(chainId)) throw refusal("chain_unknown");
  if (!TOKENS.includes(token)) throw refusal("token_not_supported");
  requireDepositor(venue, caller.account);
  const { factory, tokens } = configuration.receivers;
  // An address that nobody could ever take anything out of would be worse than none.
  if (factory === "none") throw refusal("no_chain", "this venue takes no deposits by transfer");
  const known = tokens.find((each) => each.chainId === chainId && each.token === token);
  return {
    receiver_address: receiverOf(factory as Hex, venue.engine.account(caller.account).accountId as Hex),
    token_address: known?.address ?? null,
    minimum_deposit: MINIMUM_DEPOSIT,
  };
});

/** @throws {ApiError} 84 for a sub-account, and for one that a strategy vault's provider trades */
function requireDepositor({ engine }: Venue, account: number): void {
  const isMain = engine.account(account).mainAccount === account;
  if (!isMain || engine.vaults.vaultOfFund(account) !== undefined) throw refusal("account_type_not_supported");
}

/**
 * The address of an account: where the factory's CREATE2 puts a minimal proxy (EIP-1167) of itself that is salted with the
 * account's id. The same on every chain on which the factory has the same address.
 */
export function receiverOf(factory: Hex, accountId: Hex): string {
  const proxy = concatHex(["0x3d602d80600a3d3981f3363d3d373d3d3d363d73", factory, "0x5af43d82803e903d91602b57fd5bf3"]);
  return getContractAddress({ opcode: "CREATE2", from: factory, salt: accountId, bytecode: proxy });
}

/** What a deposit's reference in the ledger says, from its second part on. */
interface Received {
  readonly chainId: string;
  readonly transaction: string;
  readonly token: string;
}

const getEvents = bind(receivers.getEvents, async ({ venue, caller }) => {
  const entries = await venue.history.received(caller.account, venue.sequencer.appliedPosition);
  const rows = entries.map(({ reference, amount, at }) => {
    const { chainId, transaction, token } = receivedBy(reference);
    return {
      chain_id: chainId,
      tx_id: transaction,
      token,
      amount: fromMicros(amount),
      created_time: at,
      updated_time: at,
    };
  });
  return { rows };
});

/** @param reference `receiver:<chain>:<transaction>:<log>:<token>` */
function receivedBy(reference: string): Received {
  const [, chainId = "", transaction = "", , token = ""] = reference.split(":");
  return { chainId, transaction, token };
}

export const receiverBindings: readonly Binding[] = [getAddress, getEvents];
