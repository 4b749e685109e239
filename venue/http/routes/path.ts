// One path of the API, with a route for each of its methods. The HTTP server matches the path, because only it sees the request
// line as it was sent. Rows whose paths differ only in the names of their parameters share one path.

import { decodePart } from "../input/query-text.ts";
import type { Route } from "./route.ts";

interface Parameter {
  readonly name: string;
  /** Its index among the parts of the path. */
  readonly part: number;
}

/** The route of one method of a path. */
export interface MatchedRoute {
  readonly route: Route;
  readonly parameters: readonly Parameter[];
}

const noParams: Readonly<Record<string, string>> = {};

export class Path {
  /** In the server's notation, with `:p1` and so on for parameters. */
  readonly pattern: string;
  readonly #methods = new Map<string, MatchedRoute>();
  readonly #parts: number;
  readonly #isFixed: boolean;

  /** @param path with `{name}` for parameters */
  constructor(path: string) {
    let parameters = 0;
    this.pattern = path.replaceAll(/\{[^}]+\}/g, () => `:p${++parameters}`);
    this.#parts = partsOf(path).length;
    this.#isFixed = parameters === 0;
  }

  /** @param path this path, with the row's own parameter names @throws {Error} when its method has a route already */
  add(path: string, route: Route): void {
    const { method } = route.row;
    if (this.#methods.has(method)) throw new Error(`${method} ${path} is routed twice`);
    const parts = partsOf(path).map((text, part) => ({ name: text.slice(1, -1), part, isNamed: text.startsWith("{") }));
    this.#methods.set(method, { route, parameters: parts.filter(({ isNamed }) => isNamed) });
  }

  find(method: string): MatchedRoute | undefined {
    return this.#methods.get(method);
  }

  get routes(): readonly Route[] {
    return [...this.#methods.values()].map(({ route }) => route);
  }

  /**
   * The signature covers the path character by character: with dot segments it is another path. The server matches the request
   * line as sent, but returns a URL in which these are resolved, which then has fewer parts, or an empty one at its end.
   * @param path of the URL
   */
  isAsSent(path: string): boolean {
    if (this.#isFixed) return true;
    const parts = partsOf(path);
    return parts.length === this.#parts && parts.at(-1) !== "";
  }
}

/** The parameters in a path as text, percent-decoded. */
export function paramsIn(path: string, { parameters }: MatchedRoute): Readonly<Record<string, string>> {
  if (parameters.length === 0) return noParams;
  const parts = partsOf(path);
  return Object.fromEntries(parameters.map(({ name, part }) => [name, decodePart(parts[part]!)]));
}

const partsOf = (path: string): string[] => path.split("/");
