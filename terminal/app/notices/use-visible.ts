// Whether the page is visible, that is, its tab is in front.

import { useSyncExternalStore } from "react";

export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
