// The orders that this tab is sending, stored until their outcome is known. They survive a reload: the new page asks for an
// order that was under way by its client order id. Stored for one account and one tab; another tab sends its own.

import type { OrderRequest } from "./order-body.ts";

/** Storage that belongs to the tab alone: `sessionStorage` in a browser. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class KeptOrders {
  readonly #storage: TabStorage;
  readonly #storedAs: string;

  constructor(storage: TabStorage, accountId: string) {
    this.#storage = storage;
    this.#storedAs = `evermark.sending.${accountId}`;
  }

  /** By the place that each was sent from, such as the ticket. */
  all(): ReadonlyMap<string, OrderRequest> {
    return new Map(parsed(this.#storage.getItem(this.#storedAs)));
  }

  /** @param request with its client order id */
  keep(from: string, request: OrderRequest): void {
    this.#write(new Map(this.all()).set(from, request));
  }

  drop(from: string): void {
    const all = new Map(this.all());
    if (all.delete(from)) this.#write(all);
  }

  #write(all: ReadonlyMap<string, OrderRequest>): void {
    try {
      if (all.size === 0) this.#storage.removeItem(this.#storedAs);
      else this.#storage.setItem(this.#storedAs, JSON.stringify([...all]));
    } catch {
      // A browser that stores nothing for this page forgets it on a reload; orders are placed all the same.
    }
  }
}

/** Entries written by another version, or by hand, are left out. */
function parsed(text: string | null): [string, OrderRequest][] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, OrderRequest] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { to, body } = (entry[1] ?? {}) as { to?: unknown; body?: { symbol?: unknown; client_order_id?: unknown } };
  const isNamed = typeof body?.client_order_id === "string" && typeof body.symbol === "string";
  return (to === "order" || to === "algo") && isNamed;
}
