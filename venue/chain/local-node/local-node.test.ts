// Runs a real Anvil: every state that a credit could rest on survives everything that ends the node.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createTestClient, type Hex, http, publicActions } from "viem";
import { silentLog } from "../../testing/kept-log.ts";
import { localKeys } from "../local-chain/local-keys.ts";
import { findAnvil } from "./anvil-program.ts";
import { endLeftOver, noteNode } from "./left-over.ts";
import { LocalNode } from "./local-node.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-node-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A preferred port, which another process may have taken. */
const WANTED_PORT = 28_545;
const RICH = "0x00000000000000000000000000000000000000aa";

class Watched {
  readonly troubles: (string | null)[] = [];
  restarts = 0;
  readonly node: LocalNode;
  #changed = Promise.withResolvers<void>();

  constructor(changes: Partial<ConstructorParameters<typeof LocalNode>[0]> = {}) {
    const notify = (): void => {
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    };
    this.node = new LocalNode({
      directory: join(directory, "chain"),
      program: findAnvil()!,
      chainId: 196,
      port: 0,
      confirmations: 1,
      blockSeconds: 0,
      log: silentLog,
      onDurable: notify,
      onState: (trouble) => {
        this.troubles.push(trouble);
        notify();
      },
      onRestart: () => {
        this.restarts++;
        notify();
      },
      ...changes,
    });
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#changed.promise;
  }

  get client() {
    return createTestClient({ mode: "anvil", transport: http(this.node.url) }).extend(publicActions);
  }
}

const pidOf = (): number => JSON.parse(readFileSync(join(directory, "chain", "node.json"), "utf8").split("\n")[0]!).pid;
const lives = (pid: number): boolean => {
  try {
    // A zombie, which has ended and whose parent has not waited for it, does not count.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test("a chain continues where it was: after a clean end, after kill -9 of its node, on the same port", async () => {
  const first = new Watched();
  await first.node.start();
  expect(await first.client.getChainId()).toBe(196);
  const { hash: genesis, timestamp } = await first.client.getBlock({ blockNumber: 0n });
  await first.client.setBalance({ address: RICH, value: 5n });
  // The first block is confirmed before there is another, however slow the machine is.
  await first.node.settle();
  expect(await first.client.getBlockNumber({ cacheTime: 0 })).toBe(1n);
  await first.client.mine({ blocks: 1 });
  await first.until(() => first.node.durableHeight >= 3);
  // The mined block, and the one that confirms it.
  expect(await first.client.getBlockNumber({ cacheTime: 0 })).toBe(3n);

  // From here on, a newly made first block would have another time.
  while (Math.floor(Date.now() / 1_000) <= timestamp) await Bun.sleep(10);
  const killed = pidOf();
  process.kill(killed, "SIGKILL");
  await first.until(() => first.restarts === 1);
  expect(first.troubles.filter((trouble) => trouble !== null)).toEqual([
    "the local chain's node has ended (SIGKILL) and is started again",
  ]);
  expect(first.troubles.at(-1)).toBeNull();
  expect(pidOf()).not.toBe(killed);
  expect(await first.client.getBalance({ address: RICH })).toBe(5n);
  await first.until(() => first.node.durableHeight >= 4);
  // The former head can be read as it was, now that there is a block on top of it.
  expect(await first.client.getBalance({ address: RICH, blockNumber: 3n })).toBe(5n);
  const { url } = first.node;
  await first.node.stop();
  expect(existsSync(join(directory, "chain", "node.json"))).toBe(true);

  const second = new Watched();
  await second.node.start();
  expect(second.node.url).toBe(url);
  expect((await second.client.getBlock({ blockNumber: 0n })).hash).toBe(genesis);
  // The chain's time is the machine's, whatever the time of its first block.
  await second.client.mine({ blocks: 1 });
  const { timestamp: at } = await second.client.getBlock();
  expect(Math.abs(Date.now() / 1_000 - Number(at))).toBeLessThan(60);
  const last = pidOf();
  await second.node.stop();
  const state = JSON.parse(gunzipSync(readFileSync(join(directory, "chain", "state.json.gz"))).toString());
  const blocks = state.blocks as { readonly header: { readonly number: Hex } }[];
  expect(blocks.filter(({ header }) => BigInt(header.number) === 0n)).toHaveLength(1);
  expect(lives(last)).toBe(false);
});

test("a node left over from a directory is ended, and no other process is", async () => {
  const left = new Watched();
  await left.node.start();
  const pid = pidOf();
  const note = join(directory, "note.json");
  noteNode(note, { pid, port: 1 });
  expect(endLeftOver(note, "/another/directory")).toBeUndefined();
  expect(lives(pid)).toBe(true);
  noteNode(note, { pid: process.pid, port: 1 });
  expect(endLeftOver(note, join(directory, "chain", "anvil"))).toBeUndefined();
  noteNode(note, { pid, port: 1 });
  expect(endLeftOver(note, join(directory, "chain", "anvil"))).toBe(pid);
  await left.until(() => left.restarts === 1);
  await left.node.stop();
});

test("nodes that want one port at the same moment each serve their own venue", async () => {
  const nodes = [196, 197, 198].map((chainId) => {
    const place = join(directory, `crowd-${chainId}`);
    return { chainId, watched: new Watched({ directory: place, chainId, port: WANTED_PORT }) };
  });
  await Promise.all(nodes.map(({ watched }) => watched.node.start()));
  for (const { chainId, watched } of nodes) expect(await watched.client.getChainId()).toBe(chainId);
  expect(new Set(nodes.map(({ watched }) => watched.node.url)).size).toBe(nodes.length);
  for (const { watched } of nodes) await watched.node.stop();
});

test("the node answers programs and pages of this machine, and no page from elsewhere", async () => {
  const watched = new Watched();
  await watched.node.start();
  const { url } = watched.node;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const ask = (headers: Record<string, string>, method = "POST") =>
    fetch(url, { method, headers, ...(method === "POST" && { body }) });
  for (const [headers, status, allowed] of [
    [{}, 200, null],
    [{ Origin: "http://localhost:5173" }, 200, "http://localhost:5173"],
    [{ Origin: "chrome-extension://wallet" }, 200, "chrome-extension://wallet"],
    [{ Origin: "https://evil.example", "Content-Type": "text/plain" }, 403, null],
    [{ Origin: "null" }, 403, null],
    // A host name of the attacker's that resolves to this machine: page and node then have one origin.
    [{ Host: "evil.example" }, 403, null],
    [{ Host: "evil.example", Origin: "http://127.0.0.1" }, 403, null],
  ] as const) {
    const answer = await ask(headers as Record<string, string>);
    expect([headers, answer.status, answer.headers.get("access-control-allow-origin")] as unknown).toEqual([
      headers,
      status,
      allowed,
    ]);
  }
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
  expect((await ask({ ...upgrade, "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" }, "GET")).status).toBe(405);
  if (process.platform === "linux") {
    const asked = readFileSync(`/proc/${pidOf()}/cmdline`, "utf8").split("\0");
    expect(asked[asked.indexOf("--host") + 1]).not.toBe("127.0.0.1");
  }
  await watched.node.stop();
});

test("a node ends with its venue, even when that is killed", async () => {
  const program = join(import.meta.dir, "testing", "doomed-node.program.ts");
  const place = join(directory, "doomed");
  const venue = Bun.spawn([process.execPath, program, place], { stdout: "pipe" });
  const reader = venue.stdout.getReader();
  const pid = Number(new TextDecoder().decode((await reader.read()).value));
  expect(lives(pid)).toBe(true);
  venue.kill("SIGKILL");
  while (lives(pid)) await Bun.sleep(5);
});

test("a damaged state is reported, not replaced by a new chain", async () => {
  writeFileSync(join(directory, "chain", "state.json.gz"), "no chain");
  const damaged = new Watched();
  await expect(damaged.node.start()).rejects.toThrow("the file of the local chain's state is damaged");
});

test("keys are generated once, readable only by the venue's user", () => {
  const path = join(directory, "keys.json");
  const keys = localKeys(path);
  expect(new Set(Object.values(keys)).size).toBe(4);
  expect(localKeys(path)).toEqual(keys);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, "{}");
  expect(() => localKeys(path)).toThrow("the keys of the local chain are damaged");
});

test("Anvil is found here, and reported missing on an unsupported platform", () => {
  expect(findAnvil()).toBeString();
  expect(findAnvil("sunos", "sparc")).toBeUndefined();
});
