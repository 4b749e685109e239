// Transfers money between accounts of one owner, each request exactly once: when an answer is lost, the signed request is
// sent again byte for byte, and nothing else can be sent until its outcome is known.

import { AnswerLost, type Client } from "@evermark/client";
import { useRef, useState } from "react";
import { wordsForFailure } from "../../../identity/failure-words.ts";
import { words } from "../../../texts/words.ts";

export interface Move {
  readonly to: string;
  /** The typed amount in USDC, as plain digits. */
  readonly amount: string;
}

export type TransferState =
  | { readonly name: "ready"; readonly failure?: string | undefined }
  | { readonly name: "running" }
  | { readonly name: "done" }
  /** The answer was lost: the transfer may have been carried out. */
  | { readonly name: "lost" };

export function useTransfer(onMoved: () => void) {
  const [state, setState] = useState<TransferState>({ name: "ready" });
  const lost = useRef<{ readonly client: Client; readonly error: AnswerLost } | undefined>(undefined);
  const isBusy = useRef(false);

  const carryOut = async (client: Client, step: () => Promise<unknown>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ name: "running" });
    try {
      await step();
      lost.current = undefined;
      setState({ name: "done" });
      onMoved();
    } catch (error) {
      if (error instanceof AnswerLost && error.safeAgain === "by repeat") {
        lost.current = { client, error };
        setState({ name: "lost" });
      } else {
        lost.current = undefined;
        setState({ name: "ready", failure: wordsForFailure(error) });
      }
    } finally {
      isBusy.current = false;
    }
  };

  return {
    state,
    /** Does nothing while another transfer's outcome is unknown. */
    send: (client: Client, { to, amount }: Move) => {
      if (lost.current !== undefined) return;
      const receiver_list = [{ account_id: to, amount }];
      return carryOut(client, () => client.funds.transfer({ token: "USDC", receiver_list }));
    },
    /** Sends the transfer whose answer was lost again, unchanged, to learn its outcome. */
    askAgain: () => {
      if (lost.current === undefined) return;
      const { client, error } = lost.current;
      return carryOut(client, () => client.rest.repeat(error));
    },
    /** Leaves the outcome open; the history shows it. */
    giveUp: () => {
      lost.current = undefined;
      setState({ name: "ready", failure: words.account.transfer.lookAtHistory });
    },
  };
}
