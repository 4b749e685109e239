// React without the features that the page never uses: hydration of a page that a server has rendered, view transitions, fragment
// refs, sheets, titles and scripts among components, suspense lists, and form action states. A removed function throws if it is
// called all the same, and a name that a newer React no longer has stops the bundle.

/** The functions through which these features are entered; code that only they use is removed with them. */
const LEFT_OUT = [
  // Hydration.
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
  // View transitions.
  "startViewTransition",
  "commitAfterMutationEffectsOnFiber",
  "applyViewTransitionToHostInstances",
  "restoreViewTransitionOnHostInstances",
  "getViewTransitionName",
  "getViewTransitionClassName",
  // Fragment refs.
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
  // Suspense lists.
  "updateSuspenseListComponent",
  "initSuspenseListRenderState",
  "cutOffTailIfNeeded",
  // Form action states.
  "mountActionState",
  "updateActionStateImpl",
  "rerenderActionState",
] as const;

/** Functions that are called on every page, with the body that is left of them when none of the features is used. */
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

/** Variables and members that only the removed code sets. */
const NEVER_TRUE = ["isHydrating", "shouldStartViewTransition"] as const;
const MEMBERS_NEVER_SET: Readonly<Record<string, string>> = { isDehydrated: "!1", dehydrated: "null" };

/** Top-level statements to remove. */
const STATEMENTS = [
  /^exports\.hydrateRoot = function [\s\S]*?^\};\n/gm,
  /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [\s\S]*?^\};\n/gm,
  /^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function [\s\S]*?^\};\n/gm,
  /^ReactDOMHydrationRoot\.prototype\.\w+ = (?=ReactDOMRoot)/gm,
] as const;

/** @param code react-dom's client, as published for production */
export function spareReact(code: string): string {
  let spare = STATEMENTS.reduce((left, statement) => changed(left, statement, ""), code);
  for (const name of LEFT_OUT) spare = withBody(spare, name, 'throw Error("left out of React");');
  for (const [name, body] of Object.entries(COMES_TO)) spare = withBody(spare, name, body);
  for (const name of NEVER_TRUE) {
    // Declared first and as a constant, so that the code which depends on it can be removed.
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
