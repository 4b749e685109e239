// The props of every group of fields in the ticket.

import type { Draft } from "./draft.ts";
import type { FaultField } from "./faults.ts";
import type { KindFields } from "./order-kinds.ts";
import type { Ticket } from "./ticket.ts";

export interface FieldsProps {
  readonly ticket: Ticket;
  readonly draft: Draft;
  readonly fields: KindFields;
  /** The fault to show at a field now, if any. */
  readonly faultOf: (field: FaultField) => string | undefined;
}
