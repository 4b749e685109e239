// Measures the size of an element, for views that depend on it.

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize<Of extends HTMLElement>(): readonly [RefObject<Of | null>, Size] {
  const element = useRef<Of>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

/** Height of a row in pixels: fingers need larger ones. */
export function rowHeight(): number {
  return matchMedia("(pointer: coarse)").matches ? 28 : 16;
}
