// A sandbox with its own chain, which takes orders while it pays withdrawals.

import { assert, micros } from "@evermark/engine";
import { accepted, type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";
import { AMOUNT, CHAIN_ID, type SignedWithdrawal } from "./signed-withdrawals.ts";

/** The requests to it: to open, to issue a nonce for one withdrawal of each account, and to pay the signed withdrawals. */
export type WithdrawingAsk = { readonly open: VenueOpening } | "nonces" | { readonly pay: readonly SignedWithdrawal[] };

export interface WithdrawingAnswer {
  readonly port: number;
  /** Deducted from each withdrawal, in millionths. */
  readonly fee: number;
  readonly nonces: readonly number[];
  /**
   * Measured from the first request: until all withdrawals were accepted, and until all were paid and the ledger had
   * recorded it.
   */
  readonly acceptedSeconds: number;
  readonly paidSeconds: number;
}

const LOOK_MS = 5;

let opened: BenchVenue | undefined;

serveParent<WithdrawingAsk>(
  async (request): Promise<Partial<WithdrawingAnswer>> => {
    if (request === "nonces") return { nonces: await nonces(opened!) };
    if ("pay" in request) return pay(opened!, request.pay);
    opened = await openBenchVenue(request.open);
    await untilBacked(opened);
    return { port: opened.port, fee: opened.running.venue.configuration.chain.withdrawFee };
  },
  async () => opened?.running.stop(),
);

/** Waits until the vault holds exactly what the accounts have and nothing else is under way. */
async function untilBacked({ running: { venue } }: BenchVenue): Promise<void> {
  const isBacked = () => venue.chain?.trouble === null && venue.chain.custody?.balance === BigInt(venue.engine.custody);
  while (!isBacked()) await Bun.sleep(LOOK_MS);
}

function nonces({ running: { venue }, accounts }: BenchVenue): Promise<number[]> {
  const issued = accounts.map((account) => accepted(venue, { type: "issue_nonce", account, kind: "withdraw" }));
  return Promise.all(issued.map(async (each) => (await each).created));
}

async function pay(
  { running: { venue }, accounts }: BenchVenue,
  signed: readonly SignedWithdrawal[],
): Promise<Pick<WithdrawingAnswer, "acceptedSeconds" | "paidSeconds">> {
  const { engine, configuration } = venue;
  const fee = configuration.chain.withdrawFee;
  const before = engine.funds.chainCustody;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const requests = signed.map(({ receiver, nonce, signature, signedAt }, n) => {
    const terms = { account: accounts[n]!, amount: micros(AMOUNT), fee, nonce, chainId: CHAIN_ID, receiver };
    return accepted(venue, { type: "request_withdrawal", ...terms, proof: { signature, signedAt, signer: "" } });
  });
  await Promise.all(requests);
  const acceptedSeconds = seconds();
  while (engine.funds.openWithdrawals().length > 0) await Bun.sleep(LOOK_MS);
  const paidSeconds = seconds();
  const paid = before - engine.funds.chainCustody;
  assert(paid === signed.length * (AMOUNT - fee), "each withdrawal is paid once, and none is refunded", { paid });
  return { acceptedSeconds, paidSeconds };
}
