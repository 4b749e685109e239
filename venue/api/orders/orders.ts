// All order endpoints. Interface 4.4.

import type { Binding } from "../../http/routes/binding.ts";
import { changeBindings } from "./change-order.ts";
import { listBindings } from "./list-orders.ts";
import { batchBindings } from "./place-batch.ts";
import { placeOrder } from "./place-order.ts";
import { previewOrder } from "./preview-order.ts";

export const orderBindings: readonly Binding[] = [
  placeOrder,
  previewOrder,
  ...changeBindings,
  ...listBindings,
  ...batchBindings,
];
