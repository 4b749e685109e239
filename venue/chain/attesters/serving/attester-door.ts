// The venue's listener for attesters on other machines, as the main thread sees it: who follows, and their answers. A
// separate thread serves them the journal.

import type { Logger } from "pino";
import type { Hex } from "viem";
import { listeningMistake } from "../../../operation/host/listening.ts";
import type { AttesterSet } from "../../vault/attester-set.ts";
import type { AttestedVault } from "../attestation.ts";
import { AttestationRefused } from "../attester-judgement.ts";
import type { AttesterAnswer, ReachableAttester } from "../gathered-attestations.ts";
import type { BalancesRequest, Follower, FromDoor, SignatureRequest, SignedBalances, ToDoor } from "./door-protocol.ts";

interface DoorParts {
  /** The journal's directory. */
  readonly directory: string;
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}

interface PendingSignature {
  resolve(signature: Hex): void;
  reject(error: Error): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

interface AskedBalances {
  resolve(answer: SignedBalances | { readonly silent: string }): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Time limit for an answer; the caller asks again after that. */
const ANSWER_MS = 30_000;
/** The same for balances, which need a tree of all accounts. */
const BALANCES_MS = 600_000;

export class AttesterDoor {
  readonly #log: Logger;
  readonly #worker: Worker;
  readonly #asked = new Map<number, PendingSignature>();
  readonly #askedBalances = new Map<number, AskedBalances>();
  #lastId = 0;
  #followers: readonly Follower[] = [];
  port = 0;
  /** Called when the set of followers, or a follower's position, changes. */
  onFollowers: () => void = () => {};

  private constructor(log: Logger) {
    this.#log = log;
    this.#worker = new Worker(new URL("./door.worker.ts", import.meta.url).href, { ref: false });
  }

  /** @throws {ConfigurationMistake} when it can't listen at the given address */
  static async open({ log, ...where }: DoorParts): Promise<AttesterDoor> {
    const door = new AttesterDoor(log);
    try {
      await door.#listen({ type: "open", ...where });
    } catch (error) {
      door.stop();
      throw listeningMistake(error, where, "attesters.");
    }
    log.info({ host: where.host, port: door.port }, "attesters can connect");
    return door;
  }

  get followers(): readonly Follower[] {
    return this.#followers;
  }

  /** Lets in these attesters, and no others, from now on. */
  letIn(vault: AttestedVault, { attesters }: AttesterSet): void {
    this.#say({ type: "vault", vault, attesters });
  }

  /** Another node leads: disconnects the attesters that follow here, so that they go there. */
  rest(): void {
    this.#say({ type: "rest" });
  }

  /** @param position the journal position that an attester needs when it is asked */
  reachable(position: () => number): ReachableAttester[] {
    return this.#followers.map(({ address }) => ({
      address,
      attest: (request) => this.#ask(address, position(), request),
      attestMove: (request) => this.#ask(address, position(), request),
    }));
  }

  /** @returns the signed balances, or why there are none; at the latest after the time limit for balances */
  askBalances(address: Hex, request: BalancesRequest): Promise<SignedBalances | { readonly silent: string }> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#balancesAnswered(id, { silent: "it has not answered" }), BALANCES_MS);
      this.#askedBalances.set(id, { resolve, timer });
      this.#say({ type: "balances", id, address, ...request });
    });
  }

  stop(): void {
    this.#worker.terminate();
    for (const id of [...this.#askedBalances.keys()])
      this.#balancesAnswered(id, { silent: "the venue is shutting down" });
    for (const id of [...this.#asked.keys()]) this.#answered(id, { silent: "the venue is shutting down" });
  }

  #listen(message: Extract<ToDoor, { type: "open" }>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromDoor>) => {
        if (data.type === "listening") {
          this.port = data.port;
          resolve();
        } else if (data.type === "failed") reject(Object.assign(new Error(data.message), { code: data.code }));
        else this.#hear(data);
      };
      this.#worker.onerror = ({ message: why }) => {
        this.#log.error({ why }, "the thread that serves attesters has failed");
        reject(new Error(why));
      };
      this.#say(message);
    });
  }

  #ask(address: Hex, after: number, request: SignatureRequest): Promise<Hex> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const silent = `it has not answered for ${ANSWER_MS / 1_000} s`;
      const timer = setTimeout(() => this.#answered(id, { silent }), ANSWER_MS);
      this.#asked.set(id, { resolve, reject, timer });
      this.#say({ type: "ask", id, address, after, request });
    });
  }

  #balancesAnswered(id: number, answer: SignedBalances | { readonly silent: string }): void {
    const asked = this.#askedBalances.get(id);
    this.#askedBalances.delete(id);
    clearTimeout(asked?.timer);
    asked?.resolve(answer);
  }

  #hear(message: FromDoor): void {
    if (message.type === "balances") return this.#balancesAnswered(message.id, message.answer);
    if (message.type === "followers") {
      this.#followers = message.followers;
      this.onFollowers();
    } else if (message.type === "answer") this.#answered(message.id, message.answer);
    else if (message.type === "log") this.#log[message.level](message.about, message.text);
  }

  #answered(id: number, answer: AttesterAnswer): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    if ("signature" in answer) asked.resolve(answer.signature);
    else asked.reject("refused" in answer ? new AttestationRefused(answer.refused) : new Error(answer.silent));
  }

  #say(message: ToDoor): void {
    this.#worker.postMessage(message);
  }
}
