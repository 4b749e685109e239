// Sends play money on the sandbox's own chains, for trying deposits by plain transfer. Interface 4.9.

import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import type { Hex } from "viem";
import type { ReceiversView } from "../../chain/receivers/receivers-view.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { bind } from "../../http/routes/binding.ts";
import { refusal } from "../../wire/api-error.ts";
import { MONEY_DECIMALS } from "../../wire/decimals.ts";

export const sendToReceiver = bind(sandbox.sendToReceiver, async ({ venue, body }) => {
  const { chain_id: chainId, token = "USDC", address } = body;
  const amount = readPositive("amount", body.amount, MONEY_DECIMALS);
  const hash = await send(venue.receivers, { chainId, token, to: address as Hex, amount });
  if (hash === null) throw refusal("no_chain", `this venue has no chain ${chainId} with ${token} of its own`);
  return { tx_id: hash };
});

async function send(receivers: ReceiversView | null, what: Parameters<ReceiversView["give"]>[0]): Promise<Hex | null> {
  try {
    return receivers === null ? null : await receivers.give(what);
  } catch {
    throw refusal("no_chain", `chain ${what.chainId} can't be used for now; the venue's log says why`);
  }
}
