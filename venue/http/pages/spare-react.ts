// React without what the page never asks of it: continuing a page that a server has written (hydration), transitions of views,
// refs of fragments, sheets, titles and scripts among components, lists of suspended parts, states of form actions. A function of
// these that is called all the same throws, and a name that a newer React no longer has stops the bundle.

/** The functions by which they are entered; what only these call, goes with them. */
const LEFT_OUT = [
  // A page that a server has written.
  "throwOnHydrationMismatch",
  "prepareToHydrateHostInstance",
  "updateDehydratedSuspenseComponent",
  "retryActivityComponentWithoutHydrating",
  "mountHostRootWithoutHydrating",
  "createFiberFromDehydratedFragment",
  "canHydrateHydrationBoundary",
  "canHydrateInstance",
  "canHydrateTextInstance",
  "getNextHydratable",
  "clearHydrationBoundary",
  "hideOrUnhideDehydratedBoundary",
  "retryDehydratedSuspenseBoundary",
  "getHydratableHoistableCache",
  // Transitions of views.
  "startViewTransition",
  "commitAfterMutationEffectsOnFiber",
  "applyViewTransitionToHostInstances",
  "restoreViewTransitionOnHostInstances",
  "getViewTransitionName",
  "getViewTransitionClassName",
  // Refs of fragments.
  "FragmentInstance",
  "commitNewChildToFragmentInstance",
  "deleteChildFromFragmentInstance",
  // Sheets, titles and scripts among components.
  "getResource",
  "acquireResource",
  "mountHoistable",
  "createHoistableInstance",
  "suspendResource",
  "insertSuspendedStylesheets",
  "preload",
  "preloadModule",
  "preinitStyle",
  "preinitScript",
  "preinitModuleScript",
  "preconnectAs",
  // Lists of suspended parts.
  "updateSuspenseListComponent",
  "initSuspenseListRenderState",
  "cutOffTailIfNeeded",
  // States of form actions.
  "mountActionState",
  "updateActionStateImpl",
  "rerenderActionState",
] as const;

/** What is called on every page, and comes to this where none of them is used. */
const COMES_TO: Readonly<Record<string, string>> = {
  popHydrationState: "return !1;",
  resetHydrationState: "",
  upgradeHydrationErrorsToRecoverable: "return null;",
  commitActivityHydrationCallbacks: "",
  commitSuspenseHydrationCallbacks: "",
  getParentHydrationBoundary: "return null;",
  retryIfBlockedOn: "",
  queueIfContinuousEvent: "return !1;",
  clearIfContinuousEvent: "",
  commitEnterViewTransitions: "",
  commitExitViewTransitions: "",
  commitNestedViewTransitions: "",
  restoreEnterOrExitViewTransitions: "",
  restoreNestedViewTransitions: "",
  trackEnterViewTransitions: "",
};

/** What only they set. */
const NEVER_TRUE = ["isHydrating", "shouldStartViewTransition"] as const;
const MEMBERS_NEVER_SET: Readonly<Record<string, string>> = { isDehydrated: "!1", dehydrated: "null" };

/** Statements of their own. */
const STATEMENTS = [
  /^exports\.hydrateRoot = function [\s\S]*?^\};\n/gm,
  /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [\s\S]*?^\};\n/gm,
  /^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function [\s\S]*?^\};\n/gm,
  /^ReactDOMHydrationRoot\.prototype\.\w+ = (?=ReactDOMRoot)/gm,
] as const;

/** @param code of react-dom's client, as it is published for production */
export function spareReact(code: string): string {
  let spare = STATEMENTS.reduce((left, statement) => changed(left, statement, ""), code);
  for (const name of LEFT_OUT) spare = withBody(spare, name, 'throw Error("left out of React");');
  for (const [name, body] of Object.entries(COMES_TO)) spare = withBody(spare, name, body);
  for (const name of NEVER_TRUE) {
    // Declared first, and once for all: what depends on it goes with it.
    spare = changed(spare, new RegExp(`\\b${name} = !1,\\n`), "");
    spare = changed(spare, new RegExp(`\\b${name} = ![01]`, "g"), "!1");
    spare = changed(spare, /^"use strict";\n/m, `$&const ${name} = !1;\n`);
  }
  for (const [member, value] of Object.entries(MEMBERS_NEVER_SET)) {
    spare = changed(spare, new RegExp(`(?:[\\w$]+\\.)+${member}\\b`, "g"), value);
  }
  return spare;
}

function withBody(code: string, name: string, body: string): string {
  return changed(code, new RegExp(`^(function ${name}\\([^)]*\\) \\{\\n)[\\s\\S]*?^\\}`, "m"), `$1${body}\n}`);
}

function changed(code: string, what: RegExp, instead: string): string {
  const after = code.replace(what, instead);
  if (after === code) throw new Error(`this React has no ${what.source}: look at what the page leaves out of it`);
  return after;
}
