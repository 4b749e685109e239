// What is fetched together, for a trader who is signed in: packed as one file it is smaller than in parts.

export { Part } from "../account/account-parts.tsx";
export { HistoryPanel } from "../histories/history-panel.tsx";
export { PlanForm } from "../plans/plan-form.tsx";
export { PlansTable } from "../plans/plans-table.tsx";
export { SandboxDrawer } from "../sandbox/sandbox-drawer.tsx";
