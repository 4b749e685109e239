// One attester's connection, from its challenge to its end: the attester is let in by its signature over the challenge,
// is sent the journal as fast as it reads, and is asked to sign once it has received the journal that a request rests on.
// All limits are per connection: a slow or silent attester costs the others nothing.

import { type Hex, recoverMessageAddress } from "viem";
import { isSignedBy } from "../../keys/attestation-signer.ts";
import { type AttestedVault, balancesDigest, moveDigest, paymentDigest } from "../attestation.ts";
import { encodePiece, helloText, readToVenue, type ToAttester, type ToVenue } from "../attester-frames.ts";
import type { AttesterAnswer } from "../gathered-attestations.ts";
import type { BalancesRequest, SignatureRequest, SignedBalances } from "./door-protocol.ts";
import { JournalFeed } from "./journal-feed.ts";

/** The part of a WebSocket that the connection needs. */
export interface LineSocket {
  send(data: string | Uint8Array): void;
  /** Bytes that were sent and are still buffered. */
  getBufferedAmount(): number;
  close(code: number, reason: string): void;
}

export interface LineParts {
  /** The journal's directory. */
  readonly directory: string;
  readonly vault: AttestedVault;
  isLetIn(address: Hex): boolean;
  /** The attester has proved its identity. */
  onOpen(address: Hex): void;
  /** The attester has reported its position. */
  onPosition(): void;
  onAnswer(id: number, answer: AttesterAnswer): void;
  onBalances(id: number, answer: SignedBalances | { readonly silent: string }): void;
  log(level: "info" | "warn", text: string, about: object): void;
}

interface QueuedRequest {
  readonly id: number;
  /** The journal position that the attester needs to answer. */
  readonly after: number;
  readonly request: SignatureRequest;
}

/** Most bytes on their way to one attester, not counting the piece that exceeds it. */
const AHEAD_BYTES = 4_194_304;
/** Most requests that may be unanswered. */
const ASKED_MAX = 10_000;
const POLICY_VIOLATED = 1008;

export class AttesterLine {
  readonly #socket: LineSocket;
  readonly #parts: LineParts;
  readonly #challenge: Hex;
  #feed: JournalFeed | null = null;
  #isGreeted = false;
  /** Requests not sent yet, because the journal they need has not been sent. */
  #waiting: QueuedRequest[] = [];
  /** Requests sent and not answered. */
  readonly #open = new Map<number, SignatureRequest>();
  /** The balances request that was sent and not answered. */
  #balances: ({ readonly id: number } & BalancesRequest) | null = null;
  #isClosed = false;
  address: Hex | null = null;
  position = 0;

  constructor(socket: LineSocket, parts: LineParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#challenge = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
    this.#send({ type: "challenge", challenge: this.#challenge, ...parts.vault });
  }

  /** Handles a message from the attester. */
  async hear(text: string): Promise<void> {
    const said = readToVenue(text);
    if (said === null) return this.end("what you say is not understood");
    if (said.type === "hello") return this.#greet(said);
    if (this.address === null) return this.end("say who you are first");
    if (said.type === "leaves") {
      this.#parts.log("warn", "an attester leaves", { address: this.address, reason: said.reason });
    } else if (said.type === "at") {
      this.position = said.position;
      this.#parts.onPosition();
    } else if (said.id === this.#balances?.id) await this.#balancesAnswered(said, this.#balances);
    else if (said.type !== "balances") await this.#answered(said);
  }

  async #balancesAnswered(
    said: Extract<ToVenue, { type: "signed" | "refused" | "balances" }>,
    { id, deadline }: { readonly id: number } & BalancesRequest,
  ): Promise<void> {
    this.#balances = null;
    if (said.type === "signed") return this.end("what you say is not understood");
    if (said.type === "refused") return this.#parts.onBalances(id, { silent: said.reason });
    const { root, position, signature } = said;
    const terms = { root, position, total: BigInt(said.total) };
    const digest = balancesDigest(this.#parts.vault, terms, deadline);
    const isGood = await isSignedBy({ digest, signature, signer: this.address! });
    this.#parts.onBalances(id, isGood ? { ...terms, signature } : { silent: "it has not signed what it says" });
  }

  /** Sends as much as there is room for. Called regularly, and when the buffer has drained. */
  pump(): void {
    if (this.#feed === null || this.#isClosed) return;
    try {
      while (this.#socket.getBufferedAmount() < AHEAD_BYTES) {
        const piece = this.#feed.next();
        if (piece === null) break;
        this.#socket.send(encodePiece(piece));
      }
    } catch (error) {
      return this.end(error instanceof Error ? error.message : String(error));
    }
    const { position } = this.#feed;
    const ready = this.#waiting.filter(({ after }) => after <= position);
    this.#waiting = this.#waiting.filter(({ after }) => after > position);
    for (const { id, request } of ready) {
      this.#open.set(id, request);
      this.#send(messageOf(id, request));
    }
  }

  ask(asked: QueuedRequest): void {
    if (this.#isClosed) return this.#parts.onAnswer(asked.id, { silent: "it went away" });
    if (this.#open.size + this.#waiting.length >= ASKED_MAX) return this.end("you do not answer");
    this.#waiting.push(asked);
    this.pump();
  }

  askBalances(request: { readonly id: number } & BalancesRequest): void {
    const { id, at, deadline } = request;
    if (this.#isClosed) return this.#parts.onBalances(id, { silent: "it went away" });
    this.#balances = request;
    this.#send({ type: "balances", id, at, deadline });
  }

  /** Closes the connection, with the reason. */
  end(reason: string): void {
    if (this.#isClosed) return;
    this.#parts.log("warn", "an attester's connection is ended", { address: this.address, reason });
    this.#socket.close(POLICY_VIOLATED, reason.slice(0, 120));
    this.closed();
  }

  /** The connection is gone: fails everything that is unanswered. */
  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#feed?.close();
    this.#feed = null;
    if (this.#balances !== null) this.#parts.onBalances(this.#balances.id, { silent: "it went away" });
    for (const id of [...this.#waiting.map(({ id }) => id), ...this.#open.keys()])
      this.#parts.onAnswer(id, { silent: "it went away" });
  }

  async #greet({ address, signature, position }: Extract<ToVenue, { type: "hello" }>): Promise<void> {
    if (this.#isGreeted) return this.end("you have said who you are");
    this.#isGreeted = true;
    if (!this.#parts.isLetIn(address)) return this.end("the vault does not have you as its attester");
    const message = helloText(this.#parts.vault, this.#challenge);
    const by = await recoverMessageAddress({ message, signature }).catch(() => "0x");
    if (by.toLowerCase() !== address) return this.end("you are not who you say");
    if (this.#isClosed) return;
    try {
      this.#feed = new JournalFeed(this.#parts.directory, position);
    } catch (error) {
      return this.end(error instanceof Error ? error.message : String(error));
    }
    this.address = address;
    this.position = position;
    this.#send({ type: "goes_on", hash: `0x${Buffer.from(this.#feed.hash).toString("hex")}` });
    this.#parts.onOpen(address);
    this.pump();
  }

  async #answered(said: Extract<ToVenue, { type: "signed" | "refused" }>): Promise<void> {
    const request = this.#open.get(said.id);
    if (request === undefined) return;
    this.#open.delete(said.id);
    if (said.type === "refused") return this.#parts.onAnswer(said.id, { refused: said.reason });
    const { signature } = said;
    const digest = digestOf(this.#parts.vault, request);
    const isGood = await isSignedBy({ digest, signature, signer: this.address! });
    this.#parts.onAnswer(said.id, isGood ? { signature } : { silent: "what it signed is not what it was asked for" });
  }

  #send(message: ToAttester): void {
    this.#socket.send(JSON.stringify(message));
  }
}

function messageOf(id: number, request: SignatureRequest): ToAttester {
  if ("terms" in request) return { type: "attest", id, ...request };
  const { move, deadline } = request;
  return { type: "move", id, ...move, amount: String(move.amount), deadline };
}

function digestOf(vault: AttestedVault, request: SignatureRequest): Hex {
  if ("terms" in request) return paymentDigest(vault, request.terms, request.deadline);
  return moveDigest(vault.chainId, request.move, request.deadline);
}
