// Wallets that extensions put on the page (EIP-6963). Their names and icons are untrusted: names are cut to what can be
// shown, and an icon that is not embedded in the announcement is left out, because this page connects only to its venue.

import type { ChainWallet } from "@evermark/client";
import { Cell } from "../cells/cell.ts";

export interface InjectedWallet {
  readonly uuid: string;
  readonly name: string;
  /** The wallet's reverse domain name, the same on each visit. */
  readonly rdns: string;
  /** The icon as a `data:` URL, or null. */
  readonly icon: string | null;
  readonly provider: ChainWallet;
}

const ANNOUNCE = "eip6963:announceProvider";
const REQUEST = "eip6963:requestProvider";

const NAME_MAX = 40;
const RDNS_MAX = 100;
const ICON_MAX = 200_000;
const WALLETS_MAX = 20;
const PICTURE = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;
/** Control characters, and characters that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export class InjectedWallets {
  readonly wallets = new Cell<readonly InjectedWallet[]>([]);

  constructor(page: EventTarget) {
    page.addEventListener(ANNOUNCE, (event) => {
      const wallet = parseAnnounced((event as CustomEvent<unknown>).detail);
      if (wallet !== undefined) this.#add(wallet);
    });
    page.dispatchEvent(new Event(REQUEST));
  }

  find(rdns: string): InjectedWallet | undefined {
    return this.wallets.get().find((wallet) => wallet.rdns === rdns);
  }

  /** The first wallet with a name stays: a later one can't take its place. */
  #add(wallet: InjectedWallet): void {
    this.wallets.update((known) => {
      const isKnown = known.some(({ uuid, rdns }) => uuid === wallet.uuid || rdns === wallet.rdns);
      return isKnown || known.length >= WALLETS_MAX ? known : [...known, wallet];
    });
  }
}

/** @returns undefined when it is not an announcement of a wallet */
export function parseAnnounced(detail: unknown): InjectedWallet | undefined {
  if (!isObject(detail) || !isObject(detail.info) || !isObject(detail.provider)) return undefined;
  const { uuid, name, rdns, icon } = detail.info;
  const { provider } = detail;
  if (typeof provider.request !== "function" || typeof uuid !== "string") return undefined;
  const shownRdns = typeof rdns === "string" ? shown(rdns, RDNS_MAX) : "";
  const shownName = typeof name === "string" ? shown(name, NAME_MAX) : "";
  if (shownRdns === "") return undefined;
  const isPicture = typeof icon === "string" && icon.length <= ICON_MAX && PICTURE.test(icon);
  return {
    uuid,
    name: shownName === "" ? shownRdns : shownName,
    rdns: shownRdns,
    icon: isPicture ? icon : null,
    provider: provider as unknown as ChainWallet,
  };
}

function shown(text: string, lengthMax: number): string {
  return text.replace(UNSEEN, "").trim().slice(0, lengthMax);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
