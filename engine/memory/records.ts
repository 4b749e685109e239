// Every record that is kept in a table. Nothing in the engine needs this list: classes and pages are written from it.

import type { RecordDeclaration } from "../base/storage/record.ts";
import { ACCOUNT } from "./account/account.record.ts";
import { LEVEL } from "./order/level.record.ts";
import { ORDER } from "./order/order.record.ts";
import { ORDER_EXTRAS } from "./order/order-extras.record.ts";
import { ROW } from "./position/row.record.ts";

export const RECORDS: readonly RecordDeclaration[] = [ACCOUNT, ROW, ORDER, ORDER_EXTRAS, LEVEL];
