// Gets from a clone with nothing but Node.js and npm to a running program: installs what is missing, then runs the Bun
// that package.json pins. Plain old JavaScript without dependencies, so that an outdated Node.js can parse it and print
// why it is refused. Standard output belongs to the child. Every program it runs may use huge pages, including the
// peers that benchmarks compare with.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 20;
const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

// Lets Bun's allocator (mimalloc) use 2 MB pages where Linux offers them. An engine with a million accounts reads all
// over its tables, and with 4 kB pages nearly every read also has to look up the page. See docs/performance.md.
const HUGE_PAGES = { MIMALLOC_ALLOW_THP: "1" };

/**
 * Runs Bun until it ends, and ends the same way.
 * @param {string[]} bunArguments
 * @param {{ forTests: boolean, startsVenue?: boolean, environment?: object, next?: string[] }} options `next` is run after
 *   an end without failure
 */
export function runPinnedBun(bunArguments, options) {
  const problem = problemWithNode(process.version);
  if (problem !== null) {
    fail(problem);
    return;
  }
  if (!isInstalled(REPOSITORY, options.forTests) && !install()) return;
  const bun = findBun(REPOSITORY);
  if (bun === null) {
    fail("the pinned bun is missing from node_modules; run: npm ci");
    return;
  }
  const env = { ...HUGE_PAGES, ...process.env, ...options.environment };
  // If preparing fails, the program runs from its sources, which then report what is wrong with them.
  if (options.forTests || options.startsVenue) {
    spawnSync(bun, [inRepository("cli/prepared/prepare.program.ts")], { stdio: "ignore" });
  }
  const run = (given, after) => follow(spawn(bun, given, { stdio: "inherit", env }), after);
  run(bunArguments, options.next && (() => run(options.next)));
}

/**
 * The message for a Node.js that is too old; null when the version is recent enough.
 * @param {string} version such as v20.1.0
 */
export function problemWithNode(version) {
  const major = Number(version.slice(1).split(".")[0]);
  return major >= NODE_MAJOR_MIN ? null : `evermark needs Node.js ${NODE_MAJOR_MIN} or newer; this is ${version}`;
}

/** The absolute path of a file in the repository. */
export function inRepository(path) {
  return join(REPOSITORY, path);
}

/**
 * Whether node_modules holds what package-lock.json asks for, by npm's own record of what it installed.
 * @param {string} repository
 * @param {boolean} forTests whether packages that only tests need are required too
 */
export function isInstalled(repository, forTests) {
  const wanted = packagesOf(join(repository, "package-lock.json"));
  const present = packagesOf(join(repository, "node_modules", ".package-lock.json"));
  if (wanted === null || present === null) return false;
  return Object.keys(wanted).every((path) => {
    const { version, link, optional, dev } = wanted[path];
    // The workspaces are in the lock file too, as the targets of links.
    if (!path.startsWith("node_modules/")) return true;
    const found = present[path];
    if (found === undefined) return optional === true || (dev === true && !forTests);
    return link === true || found.version === version;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")).packages || null;
  } catch (_unreadable) {
    return null;
  }
}

function install() {
  process.stderr.write("installing what is missing (npm ci)\n");
  // Under `npm start` this variable names the npm that was called; otherwise npm is taken from the path.
  const npm = process.env.npm_execpath;
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: REPOSITORY, stdio: ["ignore", "ignore", "inherit"] };
  const result =
    npm && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...flags], options)
      : spawnSync("npm", flags, { ...options, shell: process.platform === "win32" });
  if (result.status === 0) return true;
  fail(result.error ? `npm could not be run: ${result.error.message}` : "npm ci failed; see above");
  return false;
}

function findBun(repository) {
  const modules = join(repository, "node_modules");
  const placed = join(modules, "bun", "bin", "bun.exe");
  // Where npm may not run install scripts, bun.exe is a short notice, and the real executable is in a package of @oven.
  if (existsSync(placed) && statSync(placed).size > 1000000) return placed;
  const vendor = join(modules, "@oven");
  if (!existsSync(vendor)) return null;
  const names = process.platform === "win32" ? ["bun.exe"] : ["bun"];
  for (const directory of readdirSync(vendor)) {
    for (const name of names) {
      const path = join(vendor, directory, "bin", name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

/** Forwards signals to the child and exits as the child does, unless `next` follows a successful exit. */
function follow(child, next) {
  const forward = (signal) => child.kill(signal);
  const swallow = () => {};
  process.on("SIGTERM", forward);
  process.on("SIGHUP", forward);
  // A terminal sends Ctrl-C to the child directly; forwarded too, it would count as a second Ctrl-C.
  process.on("SIGINT", process.stdin.isTTY ? swallow : forward);
  child.on("error", (error) => fail(`bun could not be run: ${error.message}`));
  child.on("exit", (code, signal) => {
    for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) process.removeAllListeners(name);
    if (signal !== null) process.kill(process.pid, signal);
    else if (code === 0 && next) next();
    else process.exit(code);
  });
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
