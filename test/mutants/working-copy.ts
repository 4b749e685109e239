// A copy of the repository in a temporary folder. Changes are made there and never in the checkout. It has the files
// that git tracks or would track, as they are on disk now. Its own node_modules links to the checkout's packages, but
// to the copy's own rooms.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SCOPE = "@evermark";

export class WorkingCopy {
  readonly root = mkdtempSync(join(tmpdir(), "evermark-mutate-"));

  constructor(repository: string, files: readonly string[]) {
    for (const file of files) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(repository, file), join(this.root, file));
    }
    linkPackages(join(repository, "node_modules"), this.root);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The files of a checkout, except those that git ignores and those that no longer exist on disk. */
export function filesOf(repository: string): string[] {
  const lines = (...options: string[]) => {
    const { stdout, exitCode } = Bun.spawnSync(["git", "ls-files", "-z", ...options], { cwd: repository });
    if (exitCode !== 0)
      throw new Error(`${repository} is not a git checkout, and the list of its files comes from git`);
    return stdout.toString().split("\0").filter(Boolean);
  };
  const deleted = new Set(lines("--deleted"));
  return lines("--cached", "--others", "--exclude-standard").filter((file) => !deleted.has(file));
}

function linkPackages(packages: string, copy: string): void {
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name !== SCOPE && name !== ".cache") symlinkSync(join(packages, name), join(modules, name));
  }
  for (const room of readdirSync(join(packages, SCOPE))) {
    symlinkSync(join("..", "..", room), join(modules, SCOPE, room));
  }
}
