// Whether there is room for a table, or for cards.

import { type RefCallback, useCallback, useState } from "react";

const TABLE_FROM_PX = 720;

/** @returns what the measured element is given as its ref */
export function useNarrow(): readonly [boolean, RefCallback<HTMLElement>] {
  const [isNarrow, setNarrow] = useState(false);
  const measured = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setNarrow(entry.contentRect.width < TABLE_FROM_PX);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isNarrow, measured];
}
