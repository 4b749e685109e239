// The console's state: which venue it belongs to, whether this browser's key is granted, and the data of the views, which
// are polled every few seconds while they are shown and the page is visible.

import { ApiError } from "@evermark/client";
import { OperatorClient, type OperatorView, type ViewOf } from "@evermark/client/operator.ts";
import { Cell, type ReadableCell } from "../../cells/cell.ts";
import { WatchedCell } from "../../cells/watched-cell.ts";
import { wordsOf } from "./act-sender.ts";
import { forgetKey, keyFor } from "./held-key.ts";

export type Access =
  | { readonly is: "asking" }
  | { readonly is: "failed"; readonly why: string }
  /** The venue does not know the key, or no longer does. */
  | { readonly is: "shut"; readonly publicKey: string }
  | { readonly is: "open"; readonly key: ViewOf<"getKey">["own"] };

/** The latest answer, and whether it is still current. */
export interface Shown<Data> {
  readonly data: Data | undefined;
  readonly at: number;
  /** Why there was no answer since; empty while answers come. */
  readonly trouble: string;
}

const LOOK_MS = 3_000;
const nothing = { data: undefined, at: 0, trouble: "" };

interface Settings {
  readonly brand: string;
  readonly baseUrl: string;
}

export class ConsoleSession {
  readonly access = new Cell<Access>({ is: "asking" });
  readonly venue = new Cell<ViewOf<"getVenue"> | undefined>(undefined);
  readonly #settings: Settings;
  readonly #watched = new Set<() => void>();
  #client: OperatorClient | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The client of an open console. */
  get client(): OperatorClient {
    if (this.#client === undefined) throw new Error("the console has no key yet");
    return this.#client;
  }

  async start(): Promise<void> {
    try {
      const venue = await this.#nameOfVenue();
      const key = await keyFor(venue.venue);
      this.#client = new OperatorClient({ ...this.#settings, key });
      await this.#lookAtKey();
    } catch (error) {
      this.access.set({ is: "failed", why: wordsOf(error) });
    }
  }

  /** Deletes this browser's key for good; the next one has to be granted. */
  async forget(): Promise<void> {
    const { venue } = this.venue.get() ?? {};
    if (venue !== undefined) await forgetKey(venue);
    location.reload();
  }

  /** The data of a view. @param query gives the query for each poll */
  watched<View extends OperatorView>(view: View, query?: () => object): ReadableCell<Shown<ViewOf<View>>> {
    return new WatchedCell<Shown<ViewOf<View>>>(nothing, (cell) => {
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isAsking = false;
      const look = async () => {
        clearTimeout(timer);
        if (isOver || isAsking) return;
        isAsking = true;
        if (!document.hidden || cell.get().data === undefined) await this.#ask(view, query?.(), cell, () => isOver);
        isAsking = false;
        if (!isOver) timer = setTimeout(look, LOOK_MS);
      };
      this.#watched.add(look);
      void look();
      return () => {
        isOver = true;
        clearTimeout(timer);
        this.#watched.delete(look);
      };
    });
  }

  /** Polls all watched views now, because an act was carried out. */
  refresh(): void {
    for (const look of this.#watched) look();
  }

  async #ask<View extends OperatorView>(
    view: View,
    query: object | undefined,
    cell: Cell<Shown<ViewOf<View>>>,
    isOver: () => boolean,
  ): Promise<void> {
    try {
      const data = await this.client.view(view, query as never);
      if (!isOver()) cell.set({ data, at: Date.now(), trouble: "" });
    } catch (error) {
      if (!isOver()) cell.update((shown) => ({ ...shown, trouble: wordsOf(error) }));
      if (isShut(error)) await this.#lookAtKey();
    }
  }

  async #nameOfVenue(): Promise<ViewOf<"getVenue">> {
    const response = await fetch("/operator/v1/venue", { cache: "no-store" });
    const { data } = (await response.json()) as { readonly data?: ViewOf<"getVenue"> };
    if (data === undefined) throw new Error("this page is not served by a venue's console");
    this.venue.set(data);
    return data;
  }

  /** Checks whether the key is granted, repeatedly until it is. */
  async #lookAtKey(): Promise<void> {
    clearTimeout(this.#looking);
    try {
      this.access.set({ is: "open", key: (await this.client.view("getKey")).own });
    } catch (error) {
      const publicKey = this.client.rest.signer!.key.publicKey;
      this.access.set(isShut(error) ? { is: "shut", publicKey } : { is: "failed", why: wordsOf(error) });
      this.#looking = setTimeout(() => void this.#lookAtKey(), LOOK_MS);
    }
  }
}

function isShut(error: unknown): boolean {
  return error instanceof ApiError && error.check === "api_key";
}
