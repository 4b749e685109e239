// One path of the API, and what answers each of its methods there. The HTTP server in front finds the path: it alone sees
// the request line as it was sent. Two rows whose paths differ in the names of their parameters share one.

import { decodePart } from "../input/query-text.ts";
import type { Route } from "./route.ts";

interface Parameter {
  readonly name: string;
  /** Its place among the parts of the path. */
  readonly part: number;
}

/** What one method of a path has. */
export interface Found {
  readonly route: Route;
  readonly parameters: readonly Parameter[];
}

const noParams: Readonly<Record<string, string>> = {};

export class Path {
  /** As the server writes it, with `:p1` and so on for parameters. */
  readonly pattern: string;
  readonly #methods = new Map<string, Found>();
  readonly #parts: number;
  readonly #isFixed: boolean;

  /** @param path with `{name}` for parameters */
  constructor(path: string) {
    let parameters = 0;
    this.pattern = path.replaceAll(/\{[^}]+\}/g, () => `:p${++parameters}`);
    this.#parts = partsOf(path).length;
    this.#isFixed = parameters === 0;
  }

  /** @param path this one, with the row's own names @throws {Error} when its method has a route already */
  add(path: string, route: Route): void {
    const { method } = route.row;
    if (this.#methods.has(method)) throw new Error(`${method} ${path} is routed twice`);
    const parts = partsOf(path).map((text, part) => ({ name: text.slice(1, -1), part, isNamed: text.startsWith("{") }));
    this.#methods.set(method, { route, parameters: parts.filter(({ isNamed }) => isNamed) });
  }

  find(method: string): Found | undefined {
    return this.#methods.get(method);
  }

  get routes(): readonly Route[] {
    return [...this.#methods.values()].map(({ route }) => route);
  }

  /**
   * A path is what was signed, character by character: one with dot segments in it is another path. The server compares the
   * request line, but gives a URL in which those are resolved: then it has fewer parts, or an empty one at its end.
   * @param path of the URL
   */
  isAsSent(path: string): boolean {
    if (this.#isFixed) return true;
    const parts = partsOf(path);
    return parts.length === this.#parts && parts.at(-1) !== "";
  }
}

/** The parameters of a path as text, percent-decoded. */
export function paramsIn(path: string, { parameters }: Found): Readonly<Record<string, string>> {
  if (parameters.length === 0) return noParams;
  const parts = partsOf(path);
  return Object.fromEntries(parameters.map(({ name, part }) => [name, decodePart(parts[part]!)]));
}

const partsOf = (path: string): string[] => path.split("/");
