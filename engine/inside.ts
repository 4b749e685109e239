// The engine's second door, for tests, simulations and measurements alone: what it keeps, and formulas to hold it against.

export { checkAlgoFields } from "./book/algo-entry/algo-fields.ts";
export { refuseListing } from "./business/market/listing-rule.ts";
export { fieldsUnder } from "./language/codec/layouts.ts";
export { AccountTable } from "./memory/account/account-table.generated.ts";
export { State } from "./memory/state.ts";
export { crossMaintenance, crossMargin } from "./money/margin/margin.ts";
