// What the form of a plan has of the ticket: it is the same ticket, whose orders are made by the page and not by the trader.

export { AccountFigures } from "./account-figures.tsx";
export { OrderMoney } from "./order-money.tsx";
export { EMPTY_PLAN, ORDERS_MAX, type PlanDraft } from "./plan-draft.ts";
export { Refusal } from "./preview-facts.tsx";
export { useOnTick } from "./price-fields.tsx";
export { SizeFields } from "./size-fields.tsx";
export type { Ticket } from "./ticket.ts";
