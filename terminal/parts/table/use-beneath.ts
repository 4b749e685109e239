// Whether something that scrolls sideways goes on beyond its end: said by an attribute, which the style sheet shows.

import { type RefCallback, type UIEvent, useCallback } from "react";

/** Fractions of pixels are no content. */
const EDGE_PX = 1;

function mark(element: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = element;
  element.toggleAttribute("data-beneath", scrollLeft + clientWidth < scrollWidth - EDGE_PX);
}

/** @returns what scrolls is given as its ref, and what is called when it has scrolled */
export function useBeneath(): readonly [RefCallback<HTMLElement>, (event: UIEvent<HTMLElement>) => void] {
  const measured = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    // Measured where layout is done anyway: when the frame or its table have another size.
    const observer = new ResizeObserver(() => mark(element));
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const onScroll = useCallback(({ currentTarget }: UIEvent<HTMLElement>) => mark(currentTarget), []);
  return [measured, onScroll];
}
