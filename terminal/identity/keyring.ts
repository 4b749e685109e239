// The accounts that this browser has keys for, and which of them is signed in. All tabs share it and follow each other's
// changes. The storage is read again after every change, so that it is the only source of truth.

import { Cell } from "../cells/cell.ts";
import type { Identity } from "./identity.ts";
import { browserStorage, type IdentityStorage, type KeptWallet, pageStorage } from "./identity-storage.ts";

const CHANNEL = "evermark.keyring";

/** The session that trades with the signed-in account. */
export interface Session {
  begin(identity: Identity): Promise<unknown>;
  end(): void;
}

/** A channel to the other tabs: a message reaches all of them except the sender. */
export type OtherTabs = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

export class Keyring {
  /** Main accounts, oldest first. */
  readonly accounts = new Cell<readonly Identity[]>([]);
  /** False until the storage was read: whether an account is signed in is not known yet. */
  readonly isReady = new Cell(false);
  /** False where the browser stores nothing beyond this page. */
  readonly lasts = new Cell(true);
  readonly #session: Session;
  readonly #openKeep: () => Promise<IdentityStorage>;
  readonly #tabs: OtherTabs;
  #keep: Promise<IdentityStorage> | undefined;
  #current: Identity | null = null;
  /** The last change, after which the next one runs: interleaved, one change could begin what the other has just ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    session: Session,
    openKeep: () => Promise<IdentityStorage> = browserStorage,
    tabs: OtherTabs = new BroadcastChannel(CHANNEL),
  ) {
    this.#session = session;
    this.#openKeep = openKeep;
    this.#tabs = tabs;
  }

  /** Signs in the account that was signed in last, and follows the other tabs. */
  async start(): Promise<void> {
    this.#tabs.addEventListener("message", () => void this.#inTurn(() => this.#adopt()));
    try {
      await this.#inTurn(() => this.#adopt());
    } finally {
      this.isReady.set(true);
    }
  }

  list(): readonly Identity[] {
    return this.accounts.get();
  }

  /** Stores an account's key, replacing a previous one, and signs in with it. */
  async add(identity: Identity): Promise<void> {
    await this.#change(async (keep) => {
      const { accountId, mainAccountId } = identity;
      await keep.putIdentity({ ...identity, accountId: mainAccountId });
      await keep.setSignedIn({ accountId: mainAccountId, actsAs: accountId });
    });
  }

  /** Signs in with a stored account. */
  async use(accountId: string): Promise<void> {
    await this.#change((keep) => keep.setSignedIn({ accountId, actsAs: accountId }));
  }

  /** Switches to a sub-account of the signed-in account, or back to that account itself: the key is the same. */
  async actAs(accountId: string): Promise<void> {
    await this.#change(async (keep) => {
      const main = this.#current?.mainAccountId;
      if (main !== undefined) await keep.setSignedIn({ accountId: main, actsAs: accountId });
    });
  }

  /** Signs out but keeps the key, so that signing in again takes one click. */
  async signOut(): Promise<void> {
    await this.#change((keep) => keep.setSignedIn(null));
  }

  /** Deletes an account's key, and its wallet's if this browser has that and no other account uses the same wallet. */
  async forget(accountId: string): Promise<void> {
    await this.#change(async (keep) => {
      const { identities, signedIn } = await keep.read();
      const forgotten = identities.find((identity) => identity.accountId === accountId);
      await keep.removeIdentity(accountId);
      if (signedIn?.accountId === accountId) await keep.setSignedIn(null);
      const wallet = forgotten?.wallet;
      const isUsed = identities.some((other) => other.accountId !== accountId && other.wallet === wallet);
      if (wallet !== undefined && !isUsed) await keep.removeWallet(wallet);
    });
  }

  async keepWallet({ address, privateKey }: KeptWallet): Promise<void> {
    await (await this.#kept()).putWallet({ address, privateKey });
  }

  /** The key of a wallet that was made or imported here. */
  async findWallet(address: string): Promise<KeptWallet | undefined> {
    return (await this.#kept()).findWallet(address);
  }

  async #change(change: (keep: IdentityStorage) => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      await change(await this.#kept());
      await this.#adopt();
    });
    this.#tabs.postMessage("changed");
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Brings this page in line with the storage. */
  async #adopt(): Promise<void> {
    const { identities, signedIn } = await (await this.#kept()).read();
    this.accounts.set(identities);
    const kept = identities.find(({ accountId }) => accountId === signedIn?.accountId);
    const next = kept === undefined || signedIn === null ? null : { ...kept, accountId: signedIn.actsAs };
    if (next === null) {
      if (this.#current !== null) this.#session.end();
    } else if (!isSame(this.#current, next)) {
      await this.#session.begin(next);
    }
    this.#current = next;
  }

  #kept(): Promise<IdentityStorage> {
    this.#keep ??= this.#openKeep().catch(() => {
      this.lasts.set(false);
      return pageStorage();
    });
    return this.#keep;
  }
}

/**
 * Whether it is the same key for the same account. A key pair read again is another object, so its expiry is compared instead.
 */
function isSame(one: Identity | null, other: Identity): boolean {
  return one?.accountId === other.accountId && one.keyExpiresAt === other.keyExpiresAt;
}
