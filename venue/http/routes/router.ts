// Finds what answers a method and path. The table is built once: fixed paths by a map, paths with parameters by what
// stands before the first of them, the longest first. Paths are compared as written; a trailing slash or another case is
// another path.

import { decodePart } from "../input/query-text.ts";

export interface Found<Target> {
  readonly target: Target;
  /** Path parameters as text, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Template<Target> {
  /** From the first parameter on. */
  readonly parts: readonly Part[];
  readonly target: Target;
}

type Part = { readonly kind: "fixed"; readonly text: string } | { readonly kind: "parameter"; readonly name: string };

const noParams: Readonly<Record<string, string>> = {};
const none: readonly never[] = [];

/** What one method has. */
interface Routes<Target> {
  readonly fixed: Map<string, Found<Target>>;
  /** By the path up to the first parameter. */
  readonly templates: Map<string, Template<Target>[]>;
  /** Characters of the longest of these beginnings: what is behind them in a long path is not looked at. */
  headMax: number;
}

export class Router<Target> {
  readonly #methods = new Map<string, Routes<Target>>();
  /** The fixed paths of all methods. */
  readonly #fixed = new Set<string>();

  /**
   * @param path with `{name}` for parameters
   * @throws {Error} when method and path have a target already
   */
  add(method: string, path: string, target: Target): void {
    const routes = this.#routesOf(method);
    const { fixed, templates } = routes;
    const parts = path.split("/").map(partOf);
    if (parts.every((part) => part.kind === "fixed")) {
      if (fixed.has(path)) throw new Error(`${method} ${path} is routed twice`);
      fixed.set(path, { target, params: noParams });
      this.#fixed.add(path);
      return;
    }
    const head = path.slice(0, path.indexOf("{"));
    const template = { parts: parts.slice(parts.findIndex((part) => part.kind === "parameter")), target };
    const others = templates.get(head) ?? [];
    if (others.some((other) => shapeOf(other.parts) === shapeOf(template.parts))) {
      throw new Error(`${method} ${path} is routed twice`);
    }
    templates.set(head, [...others, template]);
    routes.headMax = Math.max(routes.headMax, head.length);
  }

  /** @param path without the query */
  find(method: string, path: string): Found<Target> | undefined {
    const routes = this.#methods.get(method);
    const fixed = routes?.fixed.get(path);
    if (routes === undefined || fixed !== undefined) return fixed;
    const found = findTemplate(routes, path);
    // What stands at a path of its own under another method is not a parameter under this one.
    return found !== undefined && this.#fixed.has(path) ? undefined : found;
  }

  /** What each method finds at a path, in the order in which the methods were added. */
  *findAll(path: string): Iterable<readonly [method: string, found: Found<Target>]> {
    for (const method of this.#methods.keys()) {
      const found = this.find(method, path);
      if (found !== undefined) yield [method, found];
    }
  }

  #routesOf(method: string): Routes<Target> {
    const known = this.#methods.get(method);
    if (known !== undefined) return known;
    const routes: Routes<Target> = { fixed: new Map(), templates: new Map(), headMax: 0 };
    this.#methods.set(method, routes);
    return routes;
  }
}

function findTemplate<Target>({ templates, headMax }: Routes<Target>, path: string): Found<Target> | undefined {
  for (let end = path.lastIndexOf("/", headMax - 1) + 1; end > 1; end = path.lastIndexOf("/", end - 2) + 1) {
    for (const { parts, target } of templates.get(path.slice(0, end)) ?? none) {
      const params = matched(parts, path, end);
      if (params !== undefined) return { target, params };
    }
  }
  return undefined;
}

function partOf(text: string): Part {
  return text.startsWith("{") ? { kind: "parameter", name: text.slice(1, -1) } : { kind: "fixed", text };
}

/** Two templates of one shape match the same paths. */
function shapeOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === "fixed" ? part.text : "{}")).join("/");
}

/** The parameters of a path whose characters from `start` on match; nothing when they do not. */
function matched(parts: readonly Part[], path: string, start: number): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  let from = start;
  for (let i = 0; i < parts.length; i++) {
    const slash = path.indexOf("/", from);
    const isLast = i === parts.length - 1;
    if (isLast !== slash < 0) return undefined;
    const part = parts[i]!;
    const text = isLast ? path.slice(from) : path.slice(from, slash);
    if (part.kind === "fixed" ? part.text !== text : text === "") return undefined;
    if (part.kind === "parameter") params[part.name] = decodePart(text);
    from = slash + 1;
  }
  return params;
}
