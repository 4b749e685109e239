import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled, problemWithNode } from "./pinned-bun.mjs";

const directory = mkdtempSync(join(tmpdir(), "evermark-bootstrap-"));
afterAll(() => rmSync(directory, { recursive: true }));

interface LockEntry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
}

let repositories = 0;

/** A repository whose lock file asks for `wanted`, with `present` in npm's record of what is installed. */
function repositoryWith(wanted: Record<string, LockEntry>, present: Record<string, LockEntry> | null): string {
  repositories += 1;
  const repository = join(directory, String(repositories));
  mkdirSync(join(repository, "node_modules"), { recursive: true });
  writeFileSync(join(repository, "package-lock.json"), JSON.stringify({ packages: wanted }));
  if (present !== null) {
    const record = join(repository, "node_modules", ".package-lock.json");
    writeFileSync(record, JSON.stringify({ packages: present }));
  }
  return repository;
}

const bun = { "node_modules/bun": { version: "1.4.5" } };

test("a fresh clone has nothing installed", () => {
  expect(isInstalled(repositoryWith(bun, null), false)).toBe(false);
});

test("packages that the lock file asks for are installed", () => {
  expect(isInstalled(repositoryWith({ "": { version: "0.1.0" }, cli: {}, ...bun }, bun), true)).toBe(true);
});

test("a package of a version other than the lock file's is outdated", () => {
  expect(isInstalled(repositoryWith(bun, { "node_modules/bun": { version: "1.4.4" } }), false)).toBe(false);
});

test("a package for a different platform may be missing", () => {
  const wanted = { ...bun, "node_modules/@oven/bun-windows-x64": { version: "1.4.5", optional: true } };
  expect(isInstalled(repositoryWith(wanted, bun), true)).toBe(true);
});

test("packages that only tests need are required only for tests", () => {
  const wanted = { ...bun, "node_modules/fast-check": { version: "4.10.2", dev: true } };
  expect(isInstalled(repositoryWith(wanted, bun), false)).toBe(true);
  expect(isInstalled(repositoryWith(wanted, bun), true)).toBe(false);
});

test("a workspace that was added must be linked", () => {
  const wanted = { ...bun, "node_modules/@evermark/sim": { link: true } };
  expect(isInstalled(repositoryWith(wanted, bun), false)).toBe(false);
  expect(isInstalled(repositoryWith(wanted, wanted), false)).toBe(true);
});

test("Bun uses huge pages, unless the user has set the variable", async () => {
  const program = `import { runPinnedBun } from ${JSON.stringify(join(import.meta.dir, "pinned-bun.mjs"))};
    runPinnedBun(["-e", "console.log(process.env.MIMALLOC_ALLOW_THP)"], { forTests: true });`;
  const said = (env: Record<string, string | undefined>) =>
    Bun.$`node --input-type=module -e ${program}`.env({ ...process.env, ...env }).text();
  expect(await said({ MIMALLOC_ALLOW_THP: undefined })).toBe("1\n");
  expect(await said({ MIMALLOC_ALLOW_THP: "0" })).toBe("0\n");
});

test("an outdated Node.js is refused in one line", () => {
  expect(problemWithNode("v18.19.1")).toBe("evermark needs Node.js 20 or newer; this is v18.19.1");
  expect(problemWithNode("v20.0.0")).toBeNull();
  expect(problemWithNode("v24.1.0")).toBeNull();
});
