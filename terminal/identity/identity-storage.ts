// What this browser stores for its traders, in its own database: API keys, as pairs that can't be read; private keys of
// wallets made or imported here; and who is signed in. Where a browser stores nothing, as some do in private windows, it
// lasts as long as the page.

import type { Identity } from "./identity.ts";

/** A wallet that was made or imported here. Anyone using this browser has access to it. */
export interface KeptWallet {
  readonly address: `0x${string}`;
  readonly privateKey: `0x${string}`;
}

/** The signed-in account, across visits and in all tabs. */
export interface SignedIn {
  readonly accountId: string;
  /** The account that is traded: `accountId` or a sub-account of it. */
  readonly actsAs: string;
}

export interface StoredIdentities {
  readonly identities: readonly Identity[];
  readonly signedIn: SignedIn | null;
}

/** The storage for all of it. */
export interface IdentityStorage {
  read(): Promise<StoredIdentities>;
  putIdentity(identity: Identity): Promise<void>;
  removeIdentity(accountId: string): Promise<void>;
  setSignedIn(signedIn: SignedIn | null): Promise<void>;
  putWallet(wallet: KeptWallet): Promise<void>;
  findWallet(address: string): Promise<KeptWallet | undefined>;
  removeWallet(address: string): Promise<void>;
}

const DATABASE = "evermark";
const VERSION = 1;
/** The record's key in the database. */
const SIGNED_IN = "standing";

/** Storage in the browser's database. @throws {DOMException} when the browser stores nothing */
export async function browserStorage(): Promise<IdentityStorage> {
  const database = await opened();
  const run = <Result>(store: string, mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>) =>
    outcomeOf(ask(database.transaction(store, mode).objectStore(store)));
  return {
    async read() {
      const identities = await run<Identity[]>("identities", "readonly", (store) => store.getAll());
      const signedIn = await run<SignedIn | undefined>("facts", "readonly", (store) => store.get(SIGNED_IN));
      return { identities, signedIn: signedIn ?? null };
    },
    async putIdentity(identity) {
      await run("identities", "readwrite", (store) => store.put(identity));
    },
    async removeIdentity(accountId) {
      await run("identities", "readwrite", (store) => store.delete(accountId));
    },
    async setSignedIn(signedIn) {
      if (signedIn === null) await run("facts", "readwrite", (store) => store.delete(SIGNED_IN));
      else await run("facts", "readwrite", (store) => store.put(signedIn, SIGNED_IN));
    },
    async putWallet(wallet) {
      await run("wallets", "readwrite", (store) => store.put(wallet));
    },
    findWallet: (address) => run<KeptWallet | undefined>("wallets", "readonly", (store) => store.get(address)),
    async removeWallet(address) {
      await run("wallets", "readwrite", (store) => store.delete(address));
    },
  };
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("identities", { keyPath: "accountId" });
    request.result.createObjectStore("wallets", { keyPath: "address" });
    request.result.createObjectStore("facts");
  };
  return outcomeOf(request);
}

function outcomeOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Storage that lasts as long as the page. */
export function pageStorage(): IdentityStorage {
  const identities = new Map<string, Identity>();
  const wallets = new Map<string, KeptWallet>();
  let signedIn: SignedIn | null = null;
  return {
    read: async () => ({ identities: [...identities.values()], signedIn }),
    putIdentity: async (identity) => void identities.set(identity.accountId, identity),
    removeIdentity: async (accountId) => void identities.delete(accountId),
    setSignedIn: async (next) => {
      signedIn = next;
    },
    putWallet: async (wallet) => void wallets.set(wallet.address, wallet),
    findWallet: async (address) => wallets.get(address),
    removeWallet: async (address) => void wallets.delete(address),
  };
}
