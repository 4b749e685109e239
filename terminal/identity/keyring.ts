// The accounts that this browser has keys for, and which of them is signed in. All tabs share it: what one tab changes,
// the others take over. What is kept is read again after every change, so that there is one truth.

import { Cell } from "../cells/cell.ts";
import type { Identity } from "./identity.ts";
import { browserKeep, type Keep, type KeptWallet, pageKeep } from "./kept.ts";

const CHANNEL = "evermark.keyring";

/** What trades with the account that is signed in. */
export interface Session {
  begin(identity: Identity): Promise<unknown>;
  end(): void;
}

/** The other tabs: what is posted is heard by all but the one that posts. */
export type OtherTabs = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

export class Keyring {
  /** Main accounts, oldest first. */
  readonly accounts = new Cell<readonly Identity[]>([]);
  /** False until what is kept was read: it is not known yet whether an account is signed in. */
  readonly isReady = new Cell(false);
  /** False where the browser keeps nothing beyond this page. */
  readonly lasts = new Cell(true);
  readonly #session: Session;
  readonly #openKeep: () => Promise<Keep>;
  readonly #tabs: OtherTabs;
  #keep: Promise<Keep> | undefined;
  #current: Identity | null = null;
  /** Changes follow each other: one that came in between would begin what was just ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    session: Session,
    openKeep: () => Promise<Keep> = browserKeep,
    tabs: OtherTabs = new BroadcastChannel(CHANNEL),
  ) {
    this.#session = session;
    this.#openKeep = openKeep;
    this.#tabs = tabs;
  }

  /** Signs in who was signed in last, and follows the other tabs. */
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

  /** Keeps an account's key in place of the one that was kept, and signs in with it. */
  async add(identity: Identity): Promise<void> {
    await this.#change(async (keep) => {
      const { accountId, mainAccountId } = identity;
      await keep.putIdentity({ ...identity, accountId: mainAccountId });
      await keep.setSignedIn({ accountId: mainAccountId, actsAs: accountId });
    });
  }

  /** Signs in with an account that is kept. */
  async use(accountId: string): Promise<void> {
    await this.#change((keep) => keep.setSignedIn({ accountId, actsAs: accountId }));
  }

  /** Trades for a sub-account of the account that is signed in, or for that itself: the key is the same. */
  async actAs(accountId: string): Promise<void> {
    await this.#change(async (keep) => {
      const main = this.#current?.mainAccountId;
      if (main !== undefined) await keep.setSignedIn({ accountId: main, actsAs: accountId });
    });
  }

  /** Keeps the key: signing in again is a click. */
  async signOut(): Promise<void> {
    await this.#change((keep) => keep.setSignedIn(null));
  }

  /** Deletes an account's key, and the wallet's if this browser has it and no other account is that wallet's. */
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

  async #change(change: (keep: Keep) => Promise<void>): Promise<void> {
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

  /** Makes what is kept true of this page. */
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

  #kept(): Promise<Keep> {
    this.#keep ??= this.#openKeep().catch(() => {
      this.lasts.set(false);
      return pageKeep();
    });
    return this.#keep;
  }
}

/** Whether it is the same key for the same account. A pair that was read again is another object, so its time decides. */
function isSame(one: Identity | null, other: Identity): boolean {
  return one?.accountId === other.accountId && one.keyExpiresAt === other.keyExpiresAt;
}
