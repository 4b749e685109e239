// The terminal's ticket: the draft, the venue's preview of it, and the sender. There is one for as long as the page lives,
// whether it is shown or not, so that nothing of an order is lost when the trader looks elsewhere.

import { newClientOrderId } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import { PromptCell } from "../../cells/prompt-cell.ts";
import { partOf } from "../../format/exact.ts";
import { digitsOf } from "../../format/figure-text.ts";
import type { AccountEvent, AccountSession } from "../../session/account/account-session.ts";
import type { PlanKind } from "../../session/plans/moves/plan.ts";
import { type TerminalState, type TicketWish, useTerminal } from "../../state/terminal-state.ts";
import { afterPlacing, type Draft, EMPTY_DRAFT, fieldsOfDraft, inAnotherMarket } from "./draft.ts";
import { type FarPrice, farPrice, pricesIn } from "./far-price.ts";
import { type Faults, faultsOf } from "./faults.ts";
import { orderLineOf } from "./order-gateway.ts";
import { OrderPreviewer } from "./order-previewer.ts";
import { OrderSender, type Placed } from "./order-sender.ts";
import { isBracketRequest, type OrderState, outcomeOf, stateOfOrder, stateOfReport } from "./outcome.ts";
import { asOneOrder, EMPTY_PLAN, type PlanDraft, planWithWish, sideOfWish, withoutPrices } from "./plan-draft.ts";
import { probeOf } from "./probe.ts";
import { type DraftMarket, requestOf, type TicketRequest } from "./request.ts";
import { TermsReader } from "./trading-terms.ts";
import { termsToRemember, USUAL_TERMS, usualTerms } from "./usual-terms.ts";

const AGAIN_MS = 1_000;
/**
 * Prices move, and the preview with them: it is requested again each second while the trader uses the ticket, and until this
 * long after; otherwise less often.
 */
const AT_IT_MS = 30_000;
const IDLE_AGAIN_MS = 15_000;
/** Events that change the account, so that the preview is outdated. */
const MOVES_ACCOUNT: ReadonlySet<AccountEvent["type"]> = new Set([
  "report",
  "wallet",
  "liquidation",
  "missed liquidation",
  "again",
]);
/** The place of origin under which a sent order is stored. */
const SENT_FROM = "ticket";

export class Ticket {
  readonly draft: PromptCell<Draft>;
  /** The type of plan that the ticket makes instead of an order, if any. */
  readonly plan = new PromptCell<PlanKind | null>(null);
  readonly planDraft = new PromptCell<PlanDraft>(EMPTY_PLAN);
  readonly foresight = new OrderPreviewer();
  readonly terms = new TermsReader();
  /** Null while no account is signed in. */
  readonly sender = new Cell<OrderSender | null>(null);
  readonly #terminal: TerminalState;
  #stop: (() => void) | undefined;
  /** The latest report, with the name of its order. */
  #reported: { readonly name: string; readonly state: OrderState } | undefined;

  constructor(terminal: TerminalState) {
    this.#terminal = terminal;
    const { account, symbol, ticketWish, venue, preferences } = terminal;
    this.draft = new PromptCell<Draft>({ ...EMPTY_DRAFT, ...usualTerms(preferences.get().views[USUAL_TERMS]) });
    const reckon = () => this.reckon();
    account.subscribe(() => this.#signedIn(account.get()));
    symbol.subscribe(() => {
      this.draft.update(inAnotherMarket);
      this.planDraft.update(withoutPrices);
      this.#startPrice();
      reckon();
    });
    ticketWish.subscribe(() => this.#grant(ticketWish.get()));
    venue.rules.subscribe(reckon);
    this.terms.markets.subscribe(reckon);
    for (const cell of [this.draft, this.plan, this.planDraft]) cell.subscribe(reckon);
    this.draft.subscribe(() => this.#remember());
    this.#signedIn(account.get());
  }

  /**
   * Keeps the preview current while the ticket is shown, and looks up the outcome of a lost order.
   * @returns a function that ends it
   */
  watch(): () => void {
    this.#startPrice();
    this.reckon();
    const timer = setInterval(() => {
      this.#startPrice();
      this.reckon();
      const sender = this.sender.get();
      void sender?.ask();
      if (!document.hidden && sender?.isBusy === false && this.#isDue()) this.foresight.again();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }

  /** Notes that the trader is using the ticket. */
  touch(): void {
    this.#touchedAt = performance.now();
  }

  change(part: Partial<Draft>): void {
    this.touch();
    const draft = this.draft.get();
    const changes = Object.entries(part).some(([name, value]) => draft[name as keyof Draft] !== value);
    if (!changes) return;
    this.draft.update((draft) => ({ ...draft, ...part }));
    this.sender.get()?.clear();
  }

  /** Chooses the type of plan that the ticket makes instead of single orders. */
  choosePlan(plan: PlanKind): void {
    this.planDraft.update(withoutPrices);
    this.plan.set(plan);
  }

  changePlan(part: Partial<PlanDraft>): void {
    this.touch();
    this.planDraft.update((draft) => ({ ...draft, ...part }));
  }

  /** Sets the size to a percentage of what the venue allows. */
  take(percent: number): void {
    const largest = this.foresight.seen.get()?.preview.max_quantity;
    const rule = this.#rule();
    if (largest === undefined || rule === undefined) return;
    this.change({ percent, unit: "base", size: partOf(largest, percent, rule.base_tick) });
  }

  market(): DraftMarket {
    const symbol = this.#terminal.symbol.get();
    return {
      symbol,
      marginMode: this.terms.markets.get().get(symbol)?.marginMode,
      lot: this.#rule()?.base_tick ?? 1,
      markPrice: this.#terminal.venue.markets.of(symbol).get()?.mark_price,
    };
  }

  /** Undefined before the market's rules are known. */
  faults(): Faults | undefined {
    const rule = this.#rule();
    return rule && faultsOf(this.draft.get(), this.market(), rule);
  }

  /** The request for the current draft; undefined while it has faults. */
  request(): TicketRequest | undefined {
    return this.faults()?.size === 0 ? requestOf(this.draft.get(), this.market()) : undefined;
  }

  /** The first price of the request that is further from the mark than the market takes orders, if any. */
  farPriceOf({ body }: TicketRequest): FarPrice | undefined {
    return farPrice(this.#terminal.venue, body.symbol, pricesIn(body));
  }

  send(request: TicketRequest): void {
    this.sender.get()?.submit(request);
  }

  /** Requests a preview of the draft, or of a plan as one order. */
  reckon(): void {
    const rule = this.#rule();
    this.foresight.want(rule === undefined ? null : probeOf(this.asOrder(), this.market(), rule));
  }

  /** The draft, or the order that is equivalent to the plan. */
  asOrder(): Draft {
    const [plan, draft] = [this.plan.get(), this.draft.get()];
    const tick = this.#rule()?.quote_tick ?? 1;
    return plan === null ? draft : asOneOrder(plan, this.planDraft.get(), draft, this.market(), tick);
  }

  #touchedAt = performance.now();

  #isDue(): boolean {
    const now = performance.now();
    return now - this.#touchedAt < AT_IT_MS || now - this.foresight.askedAt >= IDLE_AGAIN_MS;
  }

  #remember(): void {
    const { views } = this.#terminal.preferences.get();
    const terms = termsToRemember(views[USUAL_TERMS], this.draft.get());
    if (terms !== undefined) this.#terminal.preferView(USUAL_TERMS, terms);
  }

  #rule() {
    return this.#terminal.venue.rules.get().get(this.#terminal.symbol.get());
  }

  /** A market shown for the first time starts with its last price. */
  #startPrice(): void {
    const last = this.#terminal.venue.markets.of(this.#terminal.symbol.get()).get()?.["24h_close"];
    const isFresh = this.draft.get().price === "" && this.#pricedFor !== this.#terminal.symbol.get();
    if (!isFresh || last === undefined || last === 0) return;
    this.#pricedFor = this.#terminal.symbol.get();
    this.draft.update((draft) => ({ ...draft, price: digitsOf(last) }));
  }

  #pricedFor = "";

  #grant(wish: TicketWish | null): void {
    if (wish === null) return;
    const { price, quantity } = wish;
    const plan = this.plan.get();
    const side = sideOfWish(plan, wish);
    if (plan !== null) this.planDraft.update((draft) => planWithWish(plan, draft, wish));
    const { kind } = this.draft.get();
    const takesNoPrice = price !== undefined && !fieldsOfDraft(this.draft.get()).price;
    this.change({
      ...(side === undefined ? {} : { side }),
      // A trader who clicks a price wants an order at it; a plan remains a plan.
      ...(price === undefined || plan !== null ? {} : { price: digitsOf(price), kind: takesNoPrice ? "LIMIT" : kind }),
      ...(quantity === undefined ? {} : { size: digitsOf(quantity), unit: "base", percent: null }),
    });
  }

  #signedIn(session: AccountSession | null): void {
    this.#stop?.();
    this.terms.of(session);
    this.foresight.by(session && ((body) => session.client.orders.preview(body)));
    const sender = session && this.#senderOf(session);
    this.sender.set(sender);
    this.reckon();
    if (session === null || sender === null) return;
    const leave = session.listen((event) => this.#heard(sender, event));
    const stop = sender.sending.subscribe(() => void this.#notify(sender, session));
    // For an order that was being sent when the page was reloaded.
    void sender.ask();
    this.#stop = () => {
      leave();
      stop();
    };
  }

  #senderOf({ client, kept }: AccountSession): OrderSender {
    const around = {
      newId: newClientOrderId,
      now: () => performance.now(),
      mark: (moment: string) => performance.mark(`order:${moment}`),
      keep: (request: TicketRequest | null) =>
        request === null ? kept.drop(SENT_FROM) : kept.keep(SENT_FROM, request),
    };
    return new OrderSender(orderLineOf(client), around, kept.all().get(SENT_FROM));
  }

  #heard(sender: OrderSender, event: AccountEvent): void {
    if (event.type === "again") void sender.ask();
    if (event.type === "report") {
      const { report } = event;
      this.#reported = { name: report.clientOrderId, state: stateOfReport(report) };
      sender.heard(report);
    }
    if (MOVES_ACCOUNT.has(event.type) && !sender.isBusy) this.foresight.again();
  }

  /** Notifies the trader once of an order's outcome. */
  async #notify(sender: OrderSender, session: AccountSession): Promise<void> {
    const sending = sender.sending.get();
    if (sending.is !== "placed") return;
    const { request, placed } = sending;
    this.draft.update(afterPlacing);
    const state = await (request.to === "order"
      ? this.#ofOrder(request, placed, session)
      : ofEntry(request, placed, session));
    this.#terminal.notify(outcomeOf(request, state));
    this.foresight.again();
  }

  async #ofOrder(request: TicketRequest, { orderId, status }: Placed, { client }: AccountSession): Promise<OrderState> {
    const said = () => {
      const name = request.body.client_order_id;
      return this.#reported?.name === name ? this.#reported?.state : undefined;
    };
    const reported = said();
    if (reported?.status === status) return reported;
    const order = await client.orders.getOrder({ order_id: orderId }).catch(() => undefined);
    const unknown = { status, executed: 0, averagePrice: 0, price: 0, fee: 0, reason: "" };
    return order === undefined ? (said() ?? unknown) : stateOfOrder(order, said()?.reason ?? "");
  }
}

/** The state of a bracket's entry, the order that its protection is attached to; it is filled or waits. */
async function ofEntry(request: TicketRequest, placed: Placed, { client }: AccountSession): Promise<OrderState | null> {
  if (!isBracketRequest(request)) return null;
  try {
    const { order_id } = await client.algo.getAlgoOrder({ order_id: placed.orderId });
    return order_id === null ? null : stateOfOrder(await client.orders.getOrder({ order_id }), "");
  } catch {
    // The order was placed; the lists show what became of its entry.
    return null;
  }
}

const tickets = new WeakMap<TerminalState, Ticket>();

export function useTicket(): Ticket {
  const terminal = useTerminal();
  let ticket = tickets.get(terminal);
  if (ticket === undefined) {
    ticket = new Ticket(terminal);
    tickets.set(terminal, ticket);
  }
  return ticket;
}
