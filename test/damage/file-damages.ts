// What can happen to the files of a stopped venue: bits flip, ends are cut off, files disappear or are replaced by
// those of another time or another venue. Each damage returns a description of what it has done.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { filesOf, kindOfFile } from "./directory.ts";

const PAGE = 4_096;

export interface Scene {
  readonly directory: string;
  /** An earlier directory of the same venue, and one of another venue. */
  readonly older: string;
  readonly stranger: string;
  readonly random: Random;
}

/** @returns undefined if this damage is not possible for the file */
type FileDamage = (file: string, scene: Scene) => string | undefined;

export const fileDamages: Readonly<Record<string, FileDamage>> = {
  "a flipped bit": (file, { random }) =>
    changed(file, (bytes) => {
      const at = below(random, bytes.length);
      bytes[at]! ^= 1 << below(random, 8);
      return `bit flipped in byte ${at}`;
    }),
  "a flipped bit at the beginning": (file, { random }) =>
    changed(file, (bytes) => {
      const at = below(random, Math.min(64, bytes.length));
      bytes[at]! ^= 1 << below(random, 8);
      return `bit flipped in byte ${at}`;
    }),
  "many flipped bits": (file, { random }) =>
    changed(file, (bytes) => {
      const count = 2 + below(random, 60);
      for (let i = 0; i < count; i++) bytes[below(random, bytes.length)]! ^= 1 << below(random, 8);
      return `${count} bits flipped`;
    }),
  "a page of zeros": (file, { random }) =>
    changed(file, (bytes) => {
      const from = below(random, Math.ceil(bytes.length / PAGE)) * PAGE;
      const to = Math.min(bytes.length, from + PAGE);
      bytes.fill(0, from, to);
      return `zeros from byte ${from} to ${to}`;
    }),
  "a page of garbage": (file, { random }) =>
    changed(file, (bytes) => {
      const from = below(random, Math.ceil(bytes.length / PAGE)) * PAGE;
      const to = Math.min(bytes.length, from + PAGE);
      for (let at = from; at < to; at++) bytes[at] = below(random, 256);
      return `garbage from byte ${from} to ${to}`;
    }),
  "cut at any byte": (file, { random }) => cut(file, (size) => below(random, size)),
  "the last bytes cut off": (file, { random }) => cut(file, (size) => Math.max(0, size - 1 - below(random, 300))),
  emptied: (file) => cut(file, () => 0),
  "garbage at the end": (file, { random }) => {
    const bytes = Buffer.from(Array.from({ length: 1 + below(random, 500) }, () => below(random, 256)));
    writeFileSync(file, bytes, { flag: "a" });
    return `${bytes.length} bytes appended`;
  },
  deleted: (file) => {
    rmSync(file);
    return "deleted";
  },
  "replaced by an older copy": (file, { directory, older }) =>
    replaced(file, file.replace(directory, older), "of an earlier day"),
  "replaced by another venue's file": (file, { directory, stranger }) =>
    replaced(file, counterpart(file, directory, stranger), "of another venue"),
  "swapped with another file": (file, { random }) => {
    const others = siblings(file);
    if (others.length === 0) return undefined;
    const other = others[below(random, others.length)]!;
    renameSync(file, `${file}.swap`);
    renameSync(other, file);
    renameSync(`${file}.swap`, other);
    return `swapped with ${basename(other)}`;
  },
  "replaced by a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
    return "replaced by a folder";
  },
};

/** Damage to several files at once. */
type FolderDamage = (scene: Scene) => string | undefined;

export const folderDamages: Readonly<Record<string, FolderDamage>> = {
  "the journal deleted": (scene) => remove(scene, "journal"),
  "the journal emptied": (scene) => remove(scene, "journal") && makeFolder(join(scene.directory, "journal")),
  "the journal replaced by a file": (scene) => remove(scene, "journal") && writeFile(join(scene.directory, "journal")),
  "the journal replaced by that of an earlier day": (scene) => replaceFolder(scene, scene.older, "journal"),
  "the journal replaced by that of another venue": (scene) => replaceFolder(scene, scene.stranger, "journal"),
  "the snapshots deleted": (scene) => remove(scene, "snapshots"),
  "the snapshots replaced by those of an earlier day": (scene) => replaceFolder(scene, scene.older, "snapshots"),
  "the snapshots replaced by those of another venue": (scene) => replaceFolder(scene, scene.stranger, "snapshots"),
  "history deleted": (scene) => remove(scene, /^history/),
  "history replaced by that of an earlier day": (scene) =>
    remove(scene, /^history/) && copyFiles(scene, scene.older, /^history/),
  "history replaced by that of another venue": (scene) =>
    remove(scene, /^history/) && copyFiles(scene, scene.stranger, /^history/),
  "snapshots and history deleted": (scene) => remove(scene, /^(snapshots|history)/),
  "durable.mark deleted, and the journal's end cut off": (scene) => {
    const last = filesOf(join(scene.directory, "journal"))
      .filter((name) => name.endsWith(".log"))
      .at(-1);
    if (last === undefined) return undefined;
    rmSync(join(scene.directory, "journal", "durable.mark"), { force: true });
    const file = join(scene.directory, "journal", last);
    return `durable.mark deleted, ${last} ${cut(file, (size) => below(scene.random, size))}`;
  },
  "everything except the snapshots deleted": (scene) => remove(scene, /^(?!snapshots)/),
  "everything except history deleted": (scene) => remove(scene, /^(?!history)/),
};

/** Damages one file: picks a kind of file, a file of that kind, and a damage. */
export function damageOneFile(scene: Scene): { readonly kind: string; readonly change: string } {
  const { directory, random } = scene;
  const names = Object.keys(fileDamages);
  for (;;) {
    const file = someFile(directory, random);
    const name = names[below(random, names.length)]!;
    const done = fileDamages[name]!(join(directory, file), scene);
    if (done !== undefined) return { kind: `${kindOfFile(file)}: ${name}`, change: `${file}: ${done}` };
  }
}

function someFile(directory: string, random: Random): string {
  const all = filesOf(directory);
  // The lock's files are made again by every start, so they are tried less often.
  const files = random() < 0.1 ? all : all.filter((file) => !file.startsWith("lock"));
  const kinds = [...new Set(files.map(kindOfFile))];
  const kind = kinds[below(random, kinds.length)];
  const candidates = files.filter((file) => kindOfFile(file) === kind);
  // The newest file is picked as often as all the others together, because the next start relies on it.
  return random() < 0.5 ? candidates.at(-1)! : candidates[below(random, candidates.length)]!;
}

function changed(file: string, change: (bytes: Buffer) => string): string | undefined {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return undefined;
  const done = change(bytes);
  writeFileSync(file, bytes);
  return done;
}

function cut(file: string, sizeOf: (size: number) => number): string | undefined {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return undefined;
  const size = sizeOf(bytes.length);
  writeFileSync(file, bytes.subarray(0, size));
  return `cut from ${bytes.length} to ${size} bytes`;
}

function replaced(file: string, by: string | undefined, origin: string): string | undefined {
  if (by === undefined || !existsSync(by) || readFileSync(by).equals(readFileSync(file))) return undefined;
  cpSync(by, file);
  return `replaced by ${basename(by)} ${origin}`;
}

/** The file of the same name in the other directory, or the last one of the same kind. */
function counterpart(file: string, directory: string, otherDirectory: string): string | undefined {
  const kind = kindOfFile(file.slice(directory.length + 1));
  const name = filesOf(otherDirectory).findLast((other) => kindOfFile(other) === kind);
  return name && join(otherDirectory, name);
}

function siblings(file: string): string[] {
  const kind = kindOfFile(basename(file));
  const folder = dirname(file);
  const names = readdirSync(folder).filter((name) => name !== basename(file) && kindOfFile(name) === kind);
  return names.map((name) => join(folder, name));
}

function remove({ directory }: Scene, pattern: string | RegExp): string | undefined {
  const isMeant = (name: string) => (typeof pattern === "string" ? name === pattern : pattern.test(name));
  const names = readdirSync(directory).filter(isMeant);
  for (const name of names) rmSync(join(directory, name), { recursive: true });
  return names.length === 0 ? undefined : `${names.join(", ")} deleted`;
}

function makeFolder(folder: string): string {
  mkdirSync(folder);
  return `${basename(folder)} emptied`;
}

function writeFile(file: string): string {
  writeFileSync(file, "not a folder\n");
  return `${basename(file)} replaced by a file`;
}

function replaceFolder(scene: Scene, from: string, name: string): string | undefined {
  if (!existsSync(join(from, name)) || remove(scene, name) === undefined) return undefined;
  cpSync(join(from, name), join(scene.directory, name), { recursive: true });
  return `${name} replaced by that ${from === scene.older ? "of an earlier day" : "of another venue"}`;
}

function copyFiles({ directory, older }: Scene, from: string, pattern: RegExp): string {
  const names = readdirSync(from).filter((name) => pattern.test(name));
  for (const name of names) cpSync(join(from, name), join(directory, name));
  return `${names.join(", ")} replaced by those ${from === older ? "of an earlier day" : "of another venue"}`;
}
