// The handle between two panels: dragged, moved with arrow keys, and reset by a double click. While it moves, it only sets
// styles of its neighbours, so that no view is rendered again.

import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useRef } from "react";
import { resizedPair } from "./panel-sizes.ts";

interface HandleProps {
  readonly name: string;
  readonly direction: "horizontal" | "vertical";
  /** Minimum sizes of its two neighbours, in pixels. */
  readonly mins: readonly [number, number];
  /** Called with the sizes of all panels of the group, in order, in pixels. */
  readonly onMoved: (sizes: readonly number[]) => void;
  readonly onReset: () => void;
}

const STEP_PX = 10;
const LONG_STEP_PX = 50;

interface Drag {
  readonly from: number;
  readonly sizes: readonly [number, number];
}

export function Handle({ name, direction, mins, onMoved, onReset }: HandleProps) {
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const isRow = direction === "horizontal";
  const sizeOf = useCallback((panel: Element) => panel.getBoundingClientRect()[isRow ? "width" : "height"], [isRow]);
  const neighbours = () => {
    const { previousElementSibling, nextElementSibling } = handle.current!;
    return [previousElementSibling as HTMLElement, nextElementSibling as HTMLElement] as const;
  };
  const sizes = (): [number, number] => {
    const [before, after] = neighbours();
    return [sizeOf(before), sizeOf(after)];
  };
  const panels = () => [...handle.current!.parentElement!.children].filter(isPanel) as HTMLElement[];
  // Updates the separator's position for assistive technology.
  const mark = () => {
    const [before, after] = sizes();
    handle.current!.ariaValueNow = String(Math.round((100 * before) / (before + after || 1)));
  };
  useLayoutEffect(mark);
  /** Fixes the current proportions of the panels that share the remaining space. */
  const hold = () => {
    const held = panels().map((panel) => [panel, sizeOf(panel)] as const);
    for (const [panel, px] of held) if (grows(panel)) panel.style.flexGrow = String(px);
  };
  const move = (start: readonly [number, number], by: number) => {
    for (const [at, px] of resizedPair(start, mins, by).entries()) {
      const panel = neighbours()[at]!;
      if (grows(panel)) panel.style.flexGrow = String(px);
      else panel.style.flexBasis = `${px}px`;
    }
    mark();
  };
  const done = () => onMoved(panels().map(sizeOf));
  const placeOf = (event: PointerEvent) => (isRow ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_STEP_PX : STEP_PX;
    const ways = { [isRow ? "ArrowLeft" : "ArrowUp"]: -step, [isRow ? "ArrowRight" : "ArrowDown"]: step };
    const by = { ...ways, Home: -FAR_PX, End: FAR_PX }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    hold();
    move(sizes(), by);
    done();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of text can't be moved
    <div
      ref={handle}
      className="workspace-handle"
      role="separator"
      aria-label={name}
      aria-orientation={isRow ? "vertical" : "horizontal"}
      aria-valuenow={50}
      tabIndex={0}
      onFocus={mark}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold();
        drag.current = { from: placeOf(event), sizes: sizes() };
      }}
      onPointerMove={(event) => drag.current && move(drag.current.sizes, placeOf(event) - drag.current.from)}
      onLostPointerCapture={(event) => {
        const hasMoved = drag.current !== null && placeOf(event) !== drag.current.from;
        drag.current = null;
        if (hasMoved) done();
      }}
    />
  );
}

const FAR_PX = 100_000;

const isPanel = (element: Element): boolean => element.role !== "separator";

const grows = (panel: HTMLElement): boolean => panel.style.flexGrow !== "0";
