// How much room the page has.

import { useSyncExternalStore } from "react";
import type { Room } from "./arrangement.ts";

const FROM = [
  ["wide", "(min-width: 1200px)"],
  ["laptop", "(min-width: 960px)"],
  ["narrow", "(min-width: 641px)"],
] as const;

export function useRoom(): Room {
  return useSyncExternalStore(subscribe, room);
}

function room(): Room {
  return FROM.find(([, query]) => matchMedia(query).matches)?.[0] ?? "phone";
}

function subscribe(listener: () => void): () => void {
  const queries = FROM.map(([, query]) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}
