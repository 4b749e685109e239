// The engine's second entry point, for tests, simulations and measurements: its tables and state, and formulas to check against.

export { checkAlgoFields } from "./book/algo-entry/algo-fields.ts";
export { refuseListing } from "./business/market/listing-rule.ts";
export { fieldsUnder } from "./language/codec/layouts.ts";
export { AccountTable } from "./memory/account/account-table.generated.ts";
export { State } from "./memory/state.ts";
export { crossMaintenance, crossMargin } from "./money/margin/margin.ts";
