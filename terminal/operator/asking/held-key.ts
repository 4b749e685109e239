// This browser's keys for operator consoles, one for each venue: pairs whose private half no script can read, in a
// database of their own.

import { generateHeldKey, heldKey, type SigningKey } from "@evermark/client";

const DATABASE = "evermark-operator";
const STORE = "keys";

/** The key of a venue, generated when there is none. @throws when the browser can't store or generate keys */
export async function keyFor(venue: string): Promise<SigningKey> {
  const database = await opened();
  const kept = (await run(database, "readonly", (store) => store.get(venue))) as CryptoKeyPair | undefined;
  if (kept !== undefined) return heldKey(kept);
  const made = await generateHeldKey();
  await run(database, "readwrite", (store) => store.put(made, venue));
  return heldKey(made);
}

/** Deletes the key of a venue; its next key is another one, which has to be granted. */
export async function forgetKey(venue: string): Promise<void> {
  await run(await opened(), "readwrite", (store) => store.delete(venue));
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return outcomeOf(request);
}

function run<Result>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return outcomeOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
}

function outcomeOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
