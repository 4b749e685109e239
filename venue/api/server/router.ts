// Finds what answers a method and path. The table is built once: fixed paths by a map, paths with parameters by what
// stands before the first of them. Paths are compared as written; a trailing slash or another case is another path.

import { decodePart } from "./query-text.ts";

export interface Found<Target> {
  readonly target: Target;
  /** Path parameters as text, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Template<Target> {
  /** The path up to its first parameter. */
  readonly head: string;
  readonly parts: readonly Part[];
  readonly target: Target;
}

type Part = { readonly kind: "fixed"; readonly text: string } | { readonly kind: "parameter"; readonly name: string };

const noParams: Readonly<Record<string, string>> = {};

export class Router<Target> {
  readonly #fixed = new Map<string, Found<Target>>();
  // By method.
  readonly #templates = new Map<string, Template<Target>[]>();

  /**
   * @param path with `{name}` for parameters
   * @throws {Error} when method and path have a target already
   */
  add(method: string, path: string, target: Target): void {
    const parts = path.split("/").map(partOf);
    if (parts.every((part) => part.kind === "fixed")) {
      const name = `${method} ${path}`;
      if (this.#fixed.has(name)) throw new Error(`${name} is routed twice`);
      this.#fixed.set(name, { target, params: noParams });
      return;
    }
    const templates = this.#templatesOf(method);
    if (templates.some((other) => shapeOf(other.parts) === shapeOf(parts))) {
      throw new Error(`${method} ${path} is routed twice`);
    }
    templates.push({ head: path.slice(0, path.indexOf("{")), parts, target });
  }

  /** @param path without the query */
  find(method: string, path: string): Found<Target> | undefined {
    return this.#fixed.get(`${method} ${path}`) ?? this.#findTemplate(method, path);
  }

  #findTemplate(method: string, path: string): Found<Target> | undefined {
    for (const { head, parts, target } of this.#templates.get(method) ?? []) {
      if (!path.startsWith(head)) continue;
      const params = matched(parts, path.split("/"));
      if (params !== undefined) return { target, params };
    }
    return undefined;
  }

  #templatesOf(method: string): Template<Target>[] {
    const known = this.#templates.get(method);
    if (known !== undefined) return known;
    const templates: Template<Target>[] = [];
    this.#templates.set(method, templates);
    return templates;
  }
}

function partOf(text: string): Part {
  return text.startsWith("{") ? { kind: "parameter", name: text.slice(1, -1) } : { kind: "fixed", text };
}

/** Two templates of one shape match the same paths. */
function shapeOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === "fixed" ? part.text : "{}")).join("/");
}

function matched(parts: readonly Part[], texts: readonly string[]): Record<string, string> | undefined {
  if (texts.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const text = texts[i]!;
    if (part.kind === "fixed" ? part.text !== text : text === "") return undefined;
    if (part.kind === "parameter") params[part.name] = decodePart(text);
  }
  return params;
}
