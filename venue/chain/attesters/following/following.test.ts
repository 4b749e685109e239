// Attesters that follow a venue's journal over a real connection, and how they react to a journal that has changed.

import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { dataPaths } from "@evermark/core";
import { openJournal, verifyJournal } from "@evermark/journal";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { readBatches } from "@evermark/journal/journal-batches.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { type Hex, keccak256, stringToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { keptLog } from "../../../testing/kept-log.ts";
import { isSignedBy, localAttestationSigner } from "../../keys/attestation-signer.ts";
import { moveDigest, paymentDigest } from "../attestation.ts";
import { AttesterJudgement } from "../attester-judgement.ts";
import { AttesterDoor } from "../serving/attester-door.ts";
import { SignedTerms } from "../signed-terms.ts";
import { AttestedVenue, VAULT } from "../testing/attested-venue.ts";
import { JournalFollower } from "./follower.ts";
import { Mirror } from "./journal-mirror.ts";

const KEY = keccak256(stringToBytes("attester"));
const ACCOUNT = privateKeyToAccount(KEY);
const ADDRESS = ACCOUNT.address.toLowerCase() as Hex;
const NOW = 1_779_269_143;
const DEADLINE = NOW + 3_600;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function venueIn(segmentBytes?: number): Promise<AttestedVenue> {
  const directory = temporaryDirectory();
  ends.push(() => directory[Symbol.dispose]());
  const venue = await AttestedVenue.start(directory.path, segmentBytes);
  ends.push(() => venue.stop());
  return venue;
}

async function doorOf(
  venue: Pick<AttestedVenue, "directory">,
  attesters: readonly Hex[] = [ADDRESS],
  logged: string[] = [],
) {
  const directory = dataPaths(venue.directory).journal;
  const door = await AttesterDoor.open({ directory, host: "127.0.0.1", port: 0, log: keptLog(logged) });
  ends.push(() => door.stop());
  door.letIn(VAULT, { attesters, threshold: 1 });
  return door;
}

function ownDirectory(): string {
  const directory = temporaryDirectory();
  ends.push(() => directory[Symbol.dispose]());
  return directory.path;
}

interface Following {
  readonly mirror: Mirror;
  /** The error that ended it; undefined when it was asked to stop. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** The former vault. */
const FORMER: Hex = `0x${"bb".repeat(20)}`;
/** The vault that the former one has named as its successor. */
let named = VAULT.vault;
const OF_ONE = { vault: VAULT, formers: [FORMER] } as const;

/** The venue's journal as another node has copied it: the same batches, in segments of another size. */
async function copyOf(venue: AttestedVenue, directory: string, segmentBytes: number): Promise<void> {
  const place = dataPaths(directory).journal;
  const durable = Promise.withResolvers<void>();
  const { position: to } = venue;
  const listener = {
    onDurable(position: number) {
      if (position === to) durable.resolve();
    },
    onFailure: durable.reject,
  };
  const { journal } = openJournal({ directory: place, segmentBytes, listener });
  const from = journal.durablePosition;
  for (const { first, before, content } of readBatches(dataPaths(venue.directory).journal, { to })) {
    for (const { position, at, payload } of readBatch(before, first, content)) {
      if (position > from) journal.append(at, payload, position === first);
    }
  }
  await durable.promise;
  await journal.close();
}

async function follow(doors: readonly AttesterDoor[], directory: string): Promise<Following> {
  const log = keptLog([]);
  const mirror = await Mirror.open({ ...OF_ONE, paths: dataPaths(directory), log, snapshotEvery: 1_000_000 });
  const signed = await SignedTerms.open(join(directory, "signed.log"));
  const state = async () => ({ net: 0n, exitsOpen: false });
  const closing = async () => ({ successor: named, funds: 5n });
  const chain = { now: async () => NOW, isDone: async () => false, isDoneFormerly: async () => false, state, closing };
  const signer = localAttestationSigner(KEY, ADDRESS);
  const witness = new AttesterJudgement({ ...OF_ONE, engine: mirror.engine, domainName: "SVC", chain, signer, signed });
  const urls = doors.map(({ port }) => `ws://127.0.0.1:${port}`);
  const signText = (message: string) => ACCOUNT.signMessage({ message });
  const follower = new JournalFollower({ urls, vault: VAULT, mirror, witness, signText, log, keepBalances: () => {} });
  const ended = follower.run().then(
    () => undefined,
    (error: unknown) => error,
  );
  const stop = async (): Promise<void> => {
    follower.stop();
    await ended;
    mirror.close();
    await signed.close();
  };
  return { mirror, ended, stop };
}

/** Waits until an attester follows. */
async function followerOf(door: AttesterDoor) {
  while (door.followers.length === 0) {
    await new Promise<void>((resolve) => {
      door.onFollowers = resolve;
    });
  }
}

test("an attester replays everything the venue's engine did, and signs the withdrawals it has pending and nothing else", async () => {
  const venue = await venueIn();
  const door = await doorOf(venue);
  const [one, other] = [await venue.open("one"), await venue.open("other")];
  const directory = ownDirectory();
  const attester = await follow([door], directory);
  await followerOf(door);
  await venue.live(50);
  const terms = await venue.request(one, 250);
  const [line] = door.reachable(() => venue.position);
  const signature = await line!.attest({ terms, deadline: DEADLINE });
  const digest = paymentDigest(VAULT, terms, DEADLINE);
  expect(await isSignedBy({ digest, signature, signer: ADDRESS })).toBe(true);
  expect(attester.mirror.engine.stateHash()).toBe(venue.engine.stateHash());

  const refused = async (changed: Partial<typeof terms>) =>
    line!.attest({ terms: { ...terms, ...changed }, deadline: DEADLINE }).catch((error: Error) => error.message);
  expect(await refused({ amount: 251_000_000 })).toBe("its amount is 250000000, not 251000000");
  expect(await refused({ fee: 2_000_000 })).toBe("its fee is 1000000, not 2000000");
  expect(await refused({ wallet: ADDRESS })).toStartWith("its wallet is");
  expect(await refused({ withdrawalId: 99 })).toBe("it is not open");
  const unsigned = await venue.request(other, 50, { by: one });
  expect(await refused(unsigned)).toBe("its wallet has not signed it");
  const more = await venue.request(other, 60, { usdc: 50 });
  expect(await refused(more)).toBe("its wallet has not signed it");

  // A withdrawal that has ended is never signed again.
  const failed = { type: "advance_withdrawal", to: "FAILED", transaction: "", reason: "" } as const;
  await venue.send({ ...failed, withdrawalId: terms.withdrawalId });
  expect(await refused({})).toBe("it is not open");
  await attester.stop();
  const copied = verifyJournal(dataPaths(directory).journal);
  expect(copied).toMatchObject({ bad: undefined, firstPosition: 1, lastPosition: venue.position });
});

test("an attester signs the move of a former vault's funds: all of them, to its own vault and nowhere else", async () => {
  const door = await doorOf(await venueIn());
  await follow([door], ownDirectory());
  await followerOf(door);
  const [line] = door.reachable(() => 0);
  const move = { from: FORMER, to: VAULT.vault, amount: 5n };
  const signature = await line!.attestMove({ move, deadline: DEADLINE });
  const digest = moveDigest(VAULT.chainId, move, DEADLINE);
  expect(await isSignedBy({ digest, signature, signer: ADDRESS })).toBe(true);
  const refused = async (changed: Partial<typeof move>, deadline = DEADLINE) =>
    line!.attestMove({ move: { ...move, ...changed }, deadline }).catch((error: Error) => error.message);
  const stranger: Hex = `0x${"cc".repeat(20)}`;
  expect(await refused({ from: stranger })).toBe(`${stranger} is not among its chain.former_vaults`);
  expect(await refused({ from: VAULT.vault })).toBe(`${VAULT.vault} is not among its chain.former_vaults`);
  expect(await refused({ to: stranger })).toBe(`what ${FORMER} holds moves to ${VAULT.vault}, not to ${stranger}`);
  expect(await refused({ amount: 4n })).toBe(`${FORMER} holds 5 millionths, not 4`);
  expect(await refused({}, NOW + 7_201)).toBe("its deadline is more than 7200 s ahead");
  named = stranger;
  expect(await refused({})).toBe(`${FORMER} has named ${stranger} to come after it, not ${VAULT.vault}`);
  named = VAULT.vault;
});

test("an attester that reconnects continues from where it was, across segments that were closed in the meantime", async () => {
  const venue = await venueIn();
  const door = await doorOf(venue);
  const account = await venue.open("one");
  const directory = ownDirectory();
  const first = await follow([door], directory);
  await followerOf(door);
  const [line] = door.reachable(() => venue.position);
  await line!.attest({ terms: await venue.request(account, 20), deadline: DEADLINE });
  await first.stop();
  await venue.live(100);
  const terms = await venue.request(account, 30);
  await follow([door], directory).then(({ stop }) => ends.push(stop));
  while (door.followers.length > 0) await Bun.sleep(1);
  await followerOf(door);
  const [again] = door.reachable(() => venue.position);
  expect(await again!.attest({ terms, deadline: DEADLINE })).toStartWith("0x");
});

test("an attester that is shown another history signs nothing more, and the venue learns why", async () => {
  const [venue, forged] = [await venueIn(), await venueIn()];
  const directory = ownDirectory();
  await venue.open("one");
  await forged.open("thief");
  const door = await doorOf(venue);
  const before = await follow([door], directory);
  await followerOf(door);
  while (before.mirror.end.position < venue.position) await Bun.sleep(1);
  await before.stop();
  await forged.live(40);
  const logged: string[] = [];
  const after = await follow([await doorOf(forged, [ADDRESS], logged)], directory);
  ends.push(after.stop);
  expect(String(await after.ended)).toContain("is not what is known of it");
  while (!logged.some((line) => line.includes("an attester leaves"))) await Bun.sleep(1);
});

test("an attester moves to the node that leads, however each node has cut its journal into segments", async () => {
  const venue = await venueIn(2_048);
  const account = await venue.open("one");
  const other = { directory: ownDirectory() };
  await copyOf(venue, other.directory, 300);
  const [here, there] = [await doorOf(venue), await doorOf(other)];
  const directory = ownDirectory();
  const attester = await follow([here, there], directory);
  const signs = async (door: AttesterDoor, usdc: number) => {
    await followerOf(door);
    const terms = await venue.request(account, usdc);
    if (door === there) await copyOf(venue, other.directory, 300);
    const [line] = door.reachable(() => venue.position);
    return line!.attest({ terms, deadline: DEADLINE });
  };
  let leading = here;
  for (let turn = 1; turn <= 4; turn++) {
    expect(await signs(leading, 20 + turn)).toStartWith("0x");
    await venue.live(15);
    leading.rest();
    leading = leading === here ? there : here;
    leading.letIn(VAULT, { attesters: [ADDRESS], threshold: 1 });
    if (leading === there) await copyOf(venue, other.directory, 300);
  }
  await followerOf(leading);
  while (attester.mirror.end.position < venue.position) await Bun.sleep(1);
  expect(attester.mirror.engine.stateHash()).toBe(venue.engine.stateHash());
  await attester.stop();
  expect(await attester.ended).toBeUndefined();
  expect(verifyJournal(dataPaths(directory).journal)).toMatchObject({ bad: undefined, lastPosition: venue.position });
});

test("a key that is not an attester of the vault is not let in", async () => {
  const venue = await venueIn();
  const logged: string[] = [];
  const door = await doorOf(venue, [VAULT.vault], logged);
  const attester = await follow([door], ownDirectory());
  while (!logged.some((line) => line.includes("the vault does not have you as its attester"))) await Bun.sleep(1);
  expect(door.followers).toEqual([]);
  expect(attester.mirror.end.position).toBe(0);
  await attester.stop();
});
