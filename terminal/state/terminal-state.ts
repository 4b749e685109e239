// The state of the page, in one place: streams feed sessions, sessions set cells, views read cells. A view changes something
// by a request to the venue, or by a method here.

import { createContext, useContext } from "react";
import { Cell } from "../cells/cell.ts";
import { PromptCell } from "../cells/prompt-cell.ts";
import { type Identity, signerOf } from "../identity/identity.ts";
import { InjectedWallets } from "../identity/injected-wallets.ts";
import { Keyring } from "../identity/keyring.ts";
import { AccountSession } from "../session/account/account-session.ts";
import type { Settings } from "../session/asking/settings.ts";
import { PublicSession } from "../session/market/public-session.ts";
import type { Notice, PastNotice } from "./notice.ts";
import { Commands } from "./offered-commands.ts";
import { type Preferences, storedPreferences } from "./preferences.ts";

/** Values that another part of the page puts into the ticket, such as a click on the book. */
export interface TicketWish {
  readonly side?: "BUY" | "SELL" | undefined;
  readonly price?: number | undefined;
  readonly quantity?: number | undefined;
  /** For several rows of the book: the best price of them; `price` is then the worst. */
  readonly best?: number | undefined;
}

/** More notices at once would hide too much of the page. */
const NOTICES_SHOWN = 3;
const NOTICES_KEPT = 100;

export class TerminalState {
  readonly settings: Settings;
  readonly preferences: PromptCell<Preferences>;
  readonly venue: PublicSession;
  /** Null while no account is signed in. */
  readonly account = new Cell<AccountSession | null>(null);
  readonly identity = new Cell<Identity | null>(null);
  /** The accounts that this browser has keys for; decides which one is signed in. */
  readonly keyring: Keyring;
  /** Wallets of extensions. */
  readonly wallets = new InjectedWallets(window);
  /** The current market. */
  readonly symbol: Cell<string>;
  /** The latest wish; each is a new object, so that the same wish twice counts as two. */
  readonly ticketWish = new Cell<TicketWish | null>(null);
  readonly notices = new Cell<readonly Notice[]>([]);
  /** Recent notices, newest first. */
  readonly noticeLog = new Cell<readonly PastNotice[]>([]);
  /** Commands that can be run from anywhere. */
  readonly commands = new Commands();
  /** Name of the dialog or drawer that is open. Updated at once, because the next key already belongs to it. */
  readonly open = new PromptCell<string | null>(null);
  /** How often the layout was reset to its initial sizes. */
  readonly layoutResets = new Cell(0);

  constructor(settings: Settings) {
    this.settings = settings;
    this.preferences = storedPreferences();
    this.venue = new PublicSession(settings);
    this.symbol = new Cell(this.preferences.get().symbol);
    this.keyring = new Keyring({ begin: (identity) => this.#begin(identity), end: () => this.#end() });
  }

  select(symbol: string): void {
    this.symbol.set(symbol);
    this.prefer({ symbol });
  }

  prefer(change: Partial<Preferences>): void {
    this.preferences.update((preferences) => ({ ...preferences, ...change }));
  }

  /** Changes a preference of one view, under the view's name. */
  preferView(name: string, remembered: unknown): void {
    this.prefer({ views: { ...this.preferences.get().views, [name]: remembered } });
  }

  /** Resets every panel to its initial size. */
  resetLayout(): void {
    this.prefer({ layouts: {} });
    this.layoutResets.update((resets) => resets + 1);
  }

  /** Stores the account's key in this browser, and trades with it. */
  signIn(identity: Identity): Promise<void> {
    return this.keyring.add(identity);
  }

  /** Signs out in all tabs. The key is kept until it is forgotten. */
  signOut(): Promise<void> {
    return this.keyring.signOut();
  }

  /** Closes the dialog with this name. One opened since in its place stays open: a dialog reports its closing late. */
  close(name: string | null): void {
    this.open.update((now) => (now === name ? null : now));
  }

  notify(said: Omit<Notice, "id">): void {
    const notice = { ...said, id: crypto.randomUUID(), at: Date.now() };
    this.notices.update((notices) => [...notices, notice].slice(-NOTICES_SHOWN));
    this.noticeLog.update((notices) => [notice, ...notices].slice(0, NOTICES_KEPT));
  }

  dismiss(id: string): void {
    this.notices.update((notices) => notices.filter((notice) => notice.id !== id));
  }

  async #begin(identity: Identity): Promise<void> {
    const [signer] = await Promise.all([signerOf(identity), this.venue.timeKnown]);
    const session = new AccountSession(this.settings, signer, this.venue.client.rest.clock);
    this.account.get()?.end();
    session.start();
    this.account.set(session);
    this.identity.set(identity);
  }

  #end(): void {
    this.account.get()?.end();
    this.account.set(null);
    this.identity.set(null);
  }
}

const Context = createContext<TerminalState | null>(null);

export const TerminalProvider = Context.Provider;

export function useTerminal(): TerminalState {
  const state = useContext(Context);
  if (state === null) throw new Error("there is no terminal around this component");
  return state;
}
