// What every group of fields of the ticket is given.

import type { Draft } from "./draft.ts";
import type { FaultField } from "./faults.ts";
import type { KindFields } from "./kinds.ts";
import type { Ticket } from "./ticket.ts";

export interface FieldsProps {
  readonly ticket: Ticket;
  readonly draft: Draft;
  readonly fields: KindFields;
  /** What to say about a field now. */
  readonly faultOf: (field: FaultField) => string | undefined;
}
