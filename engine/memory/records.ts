// All records that are kept in tables. The engine itself does not use this list: classes and pages are generated from it.

import type { RecordDeclaration } from "../base/storage/record.ts";
import { ACCOUNT } from "./account/account.record.ts";
import { ACCOUNT_ID } from "./account/account-id.record.ts";
import { KEY } from "./account/key.record.ts";
import { WALLET } from "./account/wallet.record.ts";
import { ANSWER } from "./order/answer.record.ts";
import { FINISHED } from "./order/finished.record.ts";
import { LEVEL } from "./order/level.record.ts";
import { ORDER } from "./order/order.record.ts";
import { ORDER_EXTRAS } from "./order/order-extras.record.ts";
import { ORDER_NAME } from "./order/order-name.record.ts";
import { QUEUED } from "./order/queued.record.ts";
import { ROW } from "./position/row.record.ts";

/** In the order in which a snapshot holds them. */
export const RECORDS: readonly RecordDeclaration[] = [
  ...[ACCOUNT, ACCOUNT_ID, WALLET, ROW, ORDER, ORDER_EXTRAS, ORDER_NAME, LEVEL],
  ...[ANSWER, FINISHED, QUEUED, KEY],
];
