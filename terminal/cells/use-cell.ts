// React hooks for cells.

import { useCallback, useRef, useSyncExternalStore } from "react";
import type { ReadableCell } from "./cell.ts";

/** The value of a cell; rerenders when it changes. */
export function useCell<Value>(cell: ReadableCell<Value>): Value {
  const subscribe = useCallback((listener: () => void) => cell.subscribe(listener), [cell]);
  return useSyncExternalStore(subscribe, () => cell.get());
}

/** A part of a cell's value; rerenders only when that part changes. */
export function useSelected<Value, Part>(cell: ReadableCell<Value>, select: (value: Value) => Part): Part {
  const last = useRef<{ readonly value: Value; readonly select: typeof select; readonly part: Part } | undefined>(
    undefined,
  );
  const subscribe = useCallback((listener: () => void) => cell.subscribe(listener), [cell]);
  return useSyncExternalStore(subscribe, () => {
    const value = cell.get();
    // A new `select` may read another part of the same value, such as the figures of another market.
    if (last.current?.select !== select || !Object.is(last.current.value, value)) {
      last.current = { value, select, part: select(value) };
    }
    return last.current.part;
  });
}
