// Measures how much room the page has, and classifies it.

import { useCallback, useSyncExternalStore } from "react";
import type { Room } from "./arrangement.ts";

const FROM = { vast: 1_680, wide: 1_200, laptop: 960, narrow: 641 } as const;
/** Width of the drawer beside the page, the same as in its style. */
const BESIDE = 380;
/** From this width on the page makes room for the drawer; below it, the drawer covers the page. */
const ROOM_FOR_BOTH = FROM.narrow + BESIDE;

/**
 * @param hasBeside whether a drawer is open at the edge of the page
 * @returns the class of page width, and whether the page leaves room for the drawer
 */
export function useRoom(hasBeside: boolean): { readonly room: Room; readonly leavesRoom: boolean } {
  const isBothRoom = useQuery(ROOM_FOR_BOTH);
  const leavesRoom = hasBeside && isBothRoom;
  const taken = leavesRoom ? BESIDE : 0;
  const isVast = useQuery(FROM.vast + taken);
  const isWide = useQuery(FROM.wide + taken);
  const isLaptop = useQuery(FROM.laptop + taken);
  const isNarrow = useQuery(FROM.narrow + taken);
  return { room: isVast ? "vast" : isWide ? "wide" : isLaptop ? "laptop" : isNarrow ? "narrow" : "phone", leavesRoom };
}

/** Whether the window is at least this wide, in pixels. */
function useQuery(width: number): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(queryOf(width));
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [width],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(queryOf(width)).matches);
}

const queryOf = (width: number) => `(min-width: ${width}px)`;
