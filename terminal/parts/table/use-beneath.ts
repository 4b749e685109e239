// Marks an element that scrolls sideways, by an attribute for the style sheet, while there is more content beyond its end.

import { type RefCallback, type UIEvent, useCallback } from "react";

/** Tolerance for fractions of pixels. */
const EDGE_PX = 1;

function mark(element: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = element;
  element.toggleAttribute("data-beneath", scrollLeft + clientWidth < scrollWidth - EDGE_PX);
}

/** @returns the ref of the scrolling element, and its scroll handler */
export function useBeneath(): readonly [RefCallback<HTMLElement>, (event: UIEvent<HTMLElement>) => void] {
  const measured = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    // Measured when the layout changes anyway: when the element or its table changes its size.
    const observer = new ResizeObserver(() => mark(element));
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const onScroll = useCallback(({ currentTarget }: UIEvent<HTMLElement>) => mark(currentTarget), []);
  return [measured, onScroll];
}
