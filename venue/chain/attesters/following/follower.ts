// Follows one venue: connects outwards, proves its identity, receives the journal, and answers requests once its own
// engine has replayed far enough. It runs until it is asked to stop. When a venue can't be reached it retries, at each of
// the venue's nodes in turn: the leader lets it in. When the venue's journal does not continue its own, it ends and
// signs nothing more.

import { Fault } from "@evermark/engine";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { AttestedVault } from "../attestation.ts";
import { helloText, readPiece, readToAttester, type ToAttester, type ToVenue } from "../attester-frames.ts";
import { AttestationRefused, type AttesterJudgement } from "../attester-judgement.ts";
import { balancesOf } from "../balances/balance-leaves.ts";
import { type PublishedBalances, rootOf } from "../balances/published-balances.ts";
import type { Mirror } from "./journal-mirror.ts";

interface FollowerParts {
  /** `ws:` or `wss:`, one per node. */
  readonly urls: readonly string[];
  readonly vault: AttestedVault;
  readonly mirror: Mirror;
  readonly witness: AttesterJudgement;
  /** Signs a text as a personal message. */
  readonly signText: (text: string) => Promise<Hex>;
  /** Stores balances where account holders find them when the venue is gone. */
  readonly keepBalances: (balances: PublishedBalances) => void;
  readonly log: Logger;
}

const PAUSE_MS = { first: 500, most: 15_000 };
/** Time between two reports of its position. */
const SAY_WHERE_MS = 1_000;

export class JournalFollower {
  readonly #parts: FollowerParts;
  #socket: WebSocket | null = null;
  /** Index of the URL it tries now. */
  #place = 0;
  #isStopped = false;
  #wakeUp: () => void = () => {};
  /** The error that ended it. */
  #fault: unknown = null;
  #saidAt = 0;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once it was asked to stop.
   * @throws {AnotherHistory} the venue shows another history; {Fault} the venue's journal can't be replayed
   */
  async run(): Promise<void> {
    let pauseMs = PAUSE_MS.first;
    while (!this.#isStopped) {
      const before = this.#parts.mirror.end.position;
      await this.#follow();
      if (this.#fault !== null) throw this.#fault;
      if (this.#isStopped) break;
      this.#place = (this.#place + 1) % this.#parts.urls.length;
      const isGoingOn = this.#parts.mirror.end.position > before || this.#place > 0;
      pauseMs = isGoingOn ? PAUSE_MS.first : Math.min(pauseMs * 2, PAUSE_MS.most);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.close();
    this.#wakeUp();
  }

  /** Serves one connection from its beginning to its end. */
  #follow(): Promise<void> {
    const { urls, log } = this.#parts;
    const url = urls[this.#place]!;
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    return new Promise((resolve) => {
      socket.onmessage = ({ data }) => {
        try {
          if (typeof data === "string") this.#hear(socket, data);
          else this.#take(socket, new Uint8Array(data as ArrayBuffer));
        } catch (error) {
          this.#end(socket, error);
        }
      };
      socket.onclose = ({ reason }) => {
        this.#socket = null;
        log.warn({ venue: new URL(url).host, reason }, "not connected to the venue; retrying");
        resolve();
      };
    });
  }

  #take(socket: WebSocket, bytes: Uint8Array): void {
    const { mirror, log } = this.#parts;
    const piece = readPiece(bytes);
    if (piece === null) throw new Fault("the venue sends what is no piece of a journal");
    mirror.take(piece);
    const now = performance.now();
    if (now - this.#saidAt < SAY_WHERE_MS) return;
    this.#saidAt = now;
    this.#say(socket, { type: "at", position: mirror.end.position });
    mirror.snapshotIfDue().catch((err) => log.error({ err }, "no snapshot could be written"));
  }

  #hear(socket: WebSocket, text: string): void {
    const said = readToAttester(text);
    if (said === null) throw new Fault("the venue says what is not understood: is it another version?");
    if (said.type === "goes_on") return this.#parts.mirror.requireSame(said.hash);
    this.#answer(socket, said).catch((error: unknown) => this.#end(socket, error));
  }

  async #answer(socket: WebSocket, said: Exclude<ToAttester, { type: "goes_on" }>): Promise<void> {
    if (said.type === "challenge") return this.#greet(socket, said);
    if (said.type === "attest") return this.#attest(socket, said);
    if (said.type === "move") return this.#attestMove(socket, said);
    await this.#attestBalances(socket, said).catch((error: unknown) => {
      if (!(error instanceof AttestationRefused)) throw error;
      this.#parts.log.warn({ reason: error.message }, "balances are not attested");
      this.#say(socket, { type: "refused", id: said.id, reason: error.message });
    });
  }

  /** Balances are taken at a time still to come, so that all attesters look at the same moment. */
  async #attestBalances(socket: WebSocket, { id, at, deadline }: Extract<ToAttester, { type: "balances" }>) {
    const { mirror, witness, keepBalances, log } = this.#parts;
    const { engine, flows } = mirror;
    if (flows === null)
      throw new AttestationRefused("it has begun with a snapshot, and does not know what came before");
    if (flows.hasStrange)
      throw new AttestationRefused(
        "the journal has deposits of a vault that is neither chain.vault nor among chain.former_vaults",
      );
    await flows.settle((account, nonce) => witness.isFormers(account, nonce));
    const moment = Promise.withResolvers<PublishedBalances & { readonly booked: number }>();
    const isAhead = mirror.whenAt(at, (position) => {
      moment.resolve({ ...balancesOf(engine, flows), position, booked: flows.total });
    });
    if (!isAhead) throw new AttestationRefused("that time is over");
    const { booked, ...balances } = await moment.promise;
    if (flows.hasDoubts) throw new AttestationRefused("it is not known yet which vault has paid a withdrawal");
    const { total, position } = balances;
    const root = rootOf(balances);
    await mirror.sync();
    const signature = await witness.attestBalances({ root, total, position }, booked, deadline);
    keepBalances(balances);
    log.info({ position, root, accounts: balances.leaves.length }, "balances are attested");
    this.#say(socket, { type: "balances", id, root, total: String(total), position, signature });
  }

  async #greet(socket: WebSocket, said: Extract<ToAttester, { type: "challenge" }>): Promise<void> {
    const { vault, witness, mirror, signText, log } = this.#parts;
    if (said.vault !== vault.vault || said.chainId !== vault.chainId) {
      throw new Fault(
        `the venue's vault is ${said.vault} on chain ${said.chainId}; expected ${vault.vault} on chain ${vault.chainId}`,
      );
    }
    const signature = await signText(helloText(vault, said.challenge));
    const { position } = mirror.end;
    this.#say(socket, { type: "hello", address: witness.address, signature, position });
    log.info({ position }, "connected to the venue");
  }

  async #attest(socket: WebSocket, { id, ...request }: Extract<ToAttester, { type: "attest" }>): Promise<void> {
    const { witness, mirror, log } = this.#parts;
    const { withdrawalId } = request.terms;
    try {
      // The journal up to here is on disk before a signature that rests on it leaves.
      await mirror.sync();
      const signature = await witness.attest(request);
      log.info({ withdrawalId, deadline: request.deadline }, "a payment is attested");
      this.#say(socket, { type: "signed", id, signature });
    } catch (error) {
      if (!(error instanceof AttestationRefused)) throw error;
      log.warn({ withdrawalId, reason: error.message }, "a payment is not attested");
      this.#say(socket, { type: "refused", id, reason: error.message });
    }
  }

  async #attestMove(socket: WebSocket, said: Extract<ToAttester, { type: "move" }>): Promise<void> {
    const { witness, log } = this.#parts;
    const { id, from, to, amount, deadline } = said;
    try {
      const signature = await witness.attestMove({ move: { from, to, amount: BigInt(amount) }, deadline });
      log.info({ from, to, amount }, "a move from a former vault is attested");
      this.#say(socket, { type: "signed", id, signature });
    } catch (error) {
      if (!(error instanceof AttestationRefused)) throw error;
      log.warn({ from, to, reason: error.message }, "a move from a former vault is not attested");
      this.#say(socket, { type: "refused", id, reason: error.message });
    }
  }

  /** Ends the connection and the attester because of an error. */
  #end(socket: WebSocket, error: unknown): void {
    this.#fault ??= error;
    this.#say(socket, {
      type: "leaves",
      reason: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    });
    socket.close();
  }

  #say(socket: WebSocket, message: ToVenue): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }
}
