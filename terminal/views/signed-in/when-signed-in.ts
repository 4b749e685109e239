// The views of a signed-in trader, loaded together: as one file they are smaller than as several.

export { Part } from "../account/account-parts.tsx";
export { HistoryPanel } from "../histories/history-panel.tsx";
export { PlanForm } from "../plans/plan-form.tsx";
export { PlansTable } from "../plans/plans-table.tsx";
export { SandboxDrawer } from "../sandbox/sandbox-drawer.tsx";
