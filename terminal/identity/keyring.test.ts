import { expect, test } from "bun:test";
import type { Identity } from "./identity.ts";
import { type IdentityStorage, pageStorage } from "./identity-storage.ts";
import { Keyring, type OtherTabs } from "./keyring.ts";

const identityOf = (accountId: string, changes: Partial<Identity> = {}): Identity => ({
  accountId,
  mainAccountId: accountId,
  brokerId: "demo",
  wallet: "0xa1",
  walletKind: "burner",
  walletName: "Burner wallet",
  walletRdns: "",
  key: {} as CryptoKeyPair,
  keyExpiresAt: 5,
  ...changes,
});

/** Tabs connected with each other as by a `BroadcastChannel`. */
function tabs(): () => OtherTabs {
  const all = new Set<EventTarget>();
  return () => {
    const own = new EventTarget();
    all.add(own);
    return {
      addEventListener: own.addEventListener.bind(own),
      postMessage: () => {
        for (const tab of all) if (tab !== own) tab.dispatchEvent(new Event("message"));
      },
    };
  };
}

/** A page with a keyring. @param keep shared by tabs */
function page(keep: IdentityStorage = pageStorage(), newTab = tabs()) {
  const seen: string[] = [];
  const session = {
    begin: async ({ accountId }: Identity) => void seen.push(accountId),
    end: () => void seen.push("out"),
  };
  return { keep, seen, keyring: new Keyring(session, async () => keep, newTab()) };
}

test("the account signed in last is signed in again on the next visit", async () => {
  const first = page();
  await first.keyring.start();
  await first.keyring.add(identityOf("one"));
  await first.keyring.add(identityOf("two"));
  expect(first.seen).toEqual(["one", "two"]);
  const next = page(first.keep);
  await next.keyring.start();
  expect(next.seen).toEqual(["two"]);
  expect(next.keyring.list().map(({ accountId }) => accountId)).toEqual(["one", "two"]);
  expect(next.keyring.isReady.get()).toBe(true);
});

test("after signing out, the trader stays signed out but the key is kept", async () => {
  const { keep, keyring, seen } = page();
  await keyring.add(identityOf("one"));
  await keyring.signOut();
  expect(seen).toEqual(["one", "out"]);
  const next = page(keep);
  await next.keyring.start();
  expect(next.seen).toEqual([]);
  await next.keyring.use("one");
  expect(next.seen).toEqual(["one"]);
});

test("a sub-account trades with the main account's key, across visits", async () => {
  const { keep, keyring, seen } = page();
  await keyring.add(identityOf("main"));
  await keyring.actAs("sub");
  expect(seen).toEqual(["main", "sub"]);
  expect(keyring.list().map(({ accountId }) => accountId)).toEqual(["main"]);
  const next = page(keep);
  await next.keyring.start();
  expect(next.seen).toEqual(["sub"]);
});

test("a new key for the same account starts a new session, the same key does not", async () => {
  const { keyring, seen } = page();
  await keyring.add(identityOf("one"));
  await keyring.use("one");
  expect(seen).toEqual(["one"]);
  await keyring.add(identityOf("one", { keyExpiresAt: 6 }));
  expect(seen).toEqual(["one", "one"]);
});

test("forgetting an account deletes its wallet's key, unless another account has the same wallet", async () => {
  const { keyring, seen } = page();
  await keyring.keepWallet({ address: "0xa1", privateKey: "0x1" });
  await keyring.add(identityOf("one"));
  await keyring.add(identityOf("two"));
  await keyring.forget("one");
  expect(await keyring.findWallet("0xa1")).toEqual({ address: "0xa1", privateKey: "0x1" });
  expect(seen).toEqual(["one", "two"]);
  await keyring.forget("two");
  expect(await keyring.findWallet("0xa1")).toBeUndefined();
  expect(seen).toEqual(["one", "two", "out"]);
  expect(keyring.list()).toEqual([]);
});

test("a browser that stores nothing is reported, and signs in for this page only", async () => {
  const seen: string[] = [];
  const session = { begin: async ({ accountId }: Identity) => void seen.push(accountId), end: () => {} };
  const keyring = new Keyring(session, () => Promise.reject(new DOMException("private", "SecurityError")), tabs()());
  await keyring.start();
  expect(keyring.lasts.get()).toBe(false);
  await keyring.add(identityOf("one"));
  expect(seen).toEqual(["one"]);
});

test("the tabs follow each other's changes", async () => {
  const newTab = tabs();
  const one = page(pageStorage(), newTab);
  const other = page(one.keep, newTab);
  await Promise.all([one.keyring.start(), other.keyring.start()]);
  await one.keyring.add(identityOf("one"));
  await other.keyring.actAs("sub"); // Changes run in turn, after those announced by other tabs.
  await one.keyring.signOut();
  await other.keyring.signOut();
  expect(one.seen).toEqual(["one", "sub", "out"]);
  expect(other.seen).toEqual(["one", "sub", "out"]);
});
