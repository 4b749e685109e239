// The parts of the ticket that the form of a plan uses: plans are made in the same ticket, but the page places their orders.

export { AccountFigures } from "./account-figures.tsx";
export { OrderMoney } from "./order-money.tsx";
export { EMPTY_PLAN, ORDERS_MAX, type PlanDraft } from "./plan-draft.ts";
export { Refusal } from "./preview-facts.tsx";
export { useOnTick } from "./price-fields.tsx";
export { SizeFields } from "./size-fields.tsx";
export type { Ticket } from "./ticket.ts";
