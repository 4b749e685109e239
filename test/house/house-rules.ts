// The rules of the house in dependency-cruiser's format, made from the lists of rooms, packages, floors and doors. The
// name and comment of each rule say what it forbids.

import type { IForbiddenRuleType } from "dependency-cruiser";
import { BENCH_FLOORS } from "./bench-floors.ts";
import { CLUSTER_FLOORS } from "./cluster-floors.ts";
import { ENGINE_FLOORS, type Floor } from "./engine-floors.ts";
import { DOORS } from "./folder-doors.ts";
import { INTERFACE_FLOORS } from "./interface-floors.ts";
import { MODEL_FLOORS } from "./model-floors.ts";
import { KEPT_IN, MAY_IMPORT, MAY_USE, TESTS_MAY_IMPORT } from "./rooms.ts";
import { TERMINAL_FLOORS } from "./terminal-floors.ts";
import { VENUE_FLOORS } from "./venue-floors.ts";

/** Rooms whose folders have a defined order. */
export const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  engine: ENGINE_FLOORS,
  model: MODEL_FLOORS,
  "core/cluster": CLUSTER_FLOORS,
  venue: VENUE_FLOORS,
  interface: INTERFACE_FLOORS,
  terminal: TERMINAL_FLOORS,
  bench: BENCH_FLOORS,
};

/** The rooms that are not part of another room. */
export const ROOMS = [...new Set(Object.keys(MAY_IMPORT).map((room) => room.split("/")[0]!))];

const TEST = String.raw`\.(test|slow|fixture)\.tsx?$|/testing/|^test/`;
/** Generates parts of the engine, but is not itself part of it. */
const GENERATOR = "^engine/generators/";
/** Simulated worlds and benchmarks, which compare an engine's state with something, as tests do. */
const INSIDE_THE_ENGINE = "^engine/(index|inside)\\.ts$|^engine/testing/";

export const RULES: IForbiddenRuleType[] = [
  ...Object.entries(MAY_IMPORT).flatMap(roomRules),
  ...Object.entries(MAY_USE).map(packageRule),
  ...Object.entries(KEPT_IN).map(keptRule),
  ...Object.entries(FLOORS).flatMap(([room, floors]) => floorRules(room, floors)),
  ...Object.entries(DOORS).map(doorRule),
  {
    ...named(
      "the engine's state",
      "other rooms import engine/index.ts; only tests, the model and benchmarks may look inside",
    ),
    from: { path: "^(core|journal|interface|client|terminal|cli|contracts|venue|docs)/", pathNot: TEST },
    to: { path: "^engine/", pathNot: "^engine/index\\.ts$|^engine/generators/records-page\\.ts$" },
  },
  {
    ...named("the engine's inner files", "files that may look inside import engine/inside.ts or engine/testing/"),
    from: { pathNot: "^engine/" },
    to: { path: "^engine/", pathNot: `${INSIDE_THE_ENGINE}|^engine/generators/records-page\\.ts$` },
  },
  {
    ...named("a cycle", "no two files import each other, directly or indirectly, types included"),
    from: { path: among(ROOMS), pathNot: TEST },
    to: { circular: true },
  },
];

function named(name: string, comment: string): Pick<IForbiddenRuleType, "name" | "comment" | "severity"> {
  return { name, comment, severity: "error" };
}

function roomRules([room, allowed]: [string, readonly string[]]): IForbiddenRuleType[] {
  const rule = (subject: string, may: readonly string[], from: IForbiddenRuleType["from"]): IForbiddenRuleType => ({
    ...named(`imports of ${subject}`, `it may import ${may.length === 0 ? "no other room" : may.join(", ")}`),
    from: { ...from, path: filesOf(room) },
    to: {
      path: Object.keys(MAY_IMPORT)
        .filter((other) => other !== room && !may.includes(other))
        .map(filesOf),
    },
  });
  const forTests = TESTS_MAY_IMPORT[room];
  if (forTests === undefined) return [rule(room, allowed, {})];
  return [
    rule(room, allowed, { pathNot: TEST }),
    { ...rule(`tests of ${room}`, [...allowed, ...forTests], {}), from: { path: `(?=${filesOf(room)}).*(${TEST})` } },
  ];
}

/** The room's own files, including those of parts that have no rules of their own. */
function filesOf(room: string): string {
  const parts = Object.keys(MAY_IMPORT).filter((part) => part.startsWith(`${room}/`));
  const without = parts.map((part) => `${part.slice(room.length + 1)}/`);
  return without.length === 0 ? `^${room}/` : `^${room}/(?!${without.join("|")})`;
}

function packageRule([room, packages]: [string, readonly string[]]): IForbiddenRuleType {
  const may = packages.map((name) => `^node_modules/(@types/)?${name}/`);
  return {
    ...named(`packages of ${room}`, `it may use ${packages.length === 0 ? "none" : packages.join(", ")}`),
    from: { path: `^${room}/`, pathNot: `${TEST}|${GENERATOR}` },
    to: { pathNot: [...ROOMS.map((room) => `^${room}/`), ...may] },
  };
}

/** Benchmarks are allowed to use the package, because they compare with it what is built on it. */
function keptRule([name, folders]: [string, readonly string[]]): IForbiddenRuleType {
  return {
    ...named(`the package ${name}`, `only ${folders.join(", ")} may use it`),
    from: { path: among(ROOMS), pathNot: `^(${folders.join("|")})/|^bench/|${TEST}` },
    to: { path: `^${name}$|^node_modules/(@types/)?${name}/` },
  };
}

/** A file imports from its own folder and from those before it in the list. */
function floorRules(room: string, floors: readonly Floor[]): IForbiddenRuleType[] {
  const folders = floors.flatMap((floor) => floor.folders);
  return folders.slice(0, -1).map((folder, i) => ({
    ...named(`upward from ${room}/${folder}`, `it is below ${folders.slice(i + 1).join(", ")}`),
    from: { path: filesIn(`${room}/${folder}`), pathNot: TEST },
    to: { path: folders.slice(i + 1).map((above) => filesIn(`${room}/${above}`)), pathNot: TEST },
  }));
}

/** Excludes files in subfolders, because those have their own places in the list. */
function filesIn(folder: string): string {
  return folder.endsWith(".ts") ? `^${folder.replace(".", "\\.")}$` : `^${folder}/[^/]+\\.tsx?$`;
}

function doorRule([folder, doors]: [string, readonly string[]]): IForbiddenRuleType {
  return {
    ...named(`past the door of ${folder}`, `files outside import it through ${doors.join(", ")}`),
    from: { path: `^${folder.split("/")[0]}/`, pathNot: `^${folder}/|${TEST}` },
    to: { path: filesIn(folder), pathNot: doors.map((door) => `^${folder}/${door.replace(".", "\\.")}$`) },
  };
}

function among(rooms: readonly string[]): string {
  return `^(${rooms.join("|")})/`;
}
