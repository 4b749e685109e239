// Deposits by plain transfer: the address where an account receives them, and the list of deposits received. The
// address follows from the factory and the account alone, so it is known before anything is deployed there. Interface
// 4.8 and 4.9, rules 9.2, errors 8.6.

import { receivers } from "@evermark/interface/funds/receivers.ts";
import { checksumAddress, type Hex } from "viem";
import { mayReceive } from "../../chain/receivers/receiver-accounts.ts";
import { receiverOf } from "../../chain/receivers/receiver-address.ts";
import { MINIMUM_DEPOSIT } from "../../chain/receivers/token-amount.ts";
import { RECEIVER_CHAINS } from "../../configuration/values/receiver-chains.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromMicros } from "../../wire/decimals.ts";

const TOKENS: readonly string[] = ["USDC", "USDT"];

const getAddress = bind(receivers.getAddress, ({ venue, caller, query }) => {
  const { configuration } = venue;
  const { chain_id: chainId, token = "USDC" } = query;
  if (chainId === configuration.chainId) throw refusal("receiver_chain_not_supported");
  if (RECEIVER_CHAINS[chainId] === undefined) throw refusal("chain_unknown");
  if (!TOKENS.includes(token)) throw refusal("token_not_supported");
  if (!mayReceive(venue.engine, caller.account)) throw refusal("account_type_not_supported");
  const { factory, tokenAddress } = placeOf(venue, chainId, token);
  return {
    receiver_address: receiverOf(factory, venue.engine.account(caller.account).accountId as Hex),
    token_address: tokenAddress,
    minimum_deposit: fromMicros(MINIMUM_DEPOSIT),
  };
});

/** An address that nothing watches, or that nothing could ever be taken out of, would be worse than none. */
function placeOf({ configuration, receivers: watched }: Venue, chainId: number, token: string) {
  const { factory, tokens } = configuration.receivers;
  if (watched === null) {
    if (factory === "none") throw refusal("no_chain", "this venue takes no deposits by transfer");
    const known = tokens.find((each) => each.chainId === chainId && each.token === token);
    return { factory: factory as Hex, tokenAddress: known?.address ?? null };
  }
  if (!watched.takes(chainId))
    throw refusal("no_chain", `this venue takes no deposits by transfer on chain ${chainId}`);
  if (!watched.isProven(chainId))
    throw refusal("no_chain", `deposits by transfer on chain ${chainId} are not open yet`);
  const tokenAddress = watched.tokenOn(chainId, token);
  if (tokenAddress === undefined) throw refusal("token_not_supported");
  watched.wanted(chainId);
  return { factory: watched.factory, tokenAddress: checksumAddress(tokenAddress as Hex) };
}

/** The parts of a deposit's reference in the ledger, after the first. */
interface Received {
  readonly chainId: string;
  readonly transaction: string;
  readonly token: string;
}

const getEvents = bind(receivers.getEvents, async ({ venue, caller }) => {
  const deposits = await venue.history.received(caller.account, venue.sequencer.appliedPosition);
  const rows = deposits.map(({ reference, amount, state, reason, createdAt, updatedAt }) => {
    const { chainId, transaction, token } = receivedBy(reference);
    return {
      ...{ chain_id: chainId, tx_id: transaction, token, amount: fromMicros(amount), trans_status: state },
      ...(reason !== "" && { fail_reason: reason }),
      ...{ created_time: createdAt, updated_time: updatedAt },
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
