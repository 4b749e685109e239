// A button that lies over the chart: a drawn sign, and what it means in words.

import type { ReactNode } from "react";

interface ChartButtonProps {
  readonly className: string;
  readonly name: string;
  readonly hidden?: boolean;
  /** Of the sign, in pixels. */
  readonly size: number;
  readonly onClick: () => void;
  /** In a box of 16 by 16. */
  readonly children: ReactNode;
}

export function ChartButton({ className, name, hidden, size, onClick, children }: ChartButtonProps) {
  return (
    <button type="button" className={className} hidden={hidden} aria-label={name} title={name} onClick={onClick}>
      <svg viewBox="0 0 16 16" width={size} height={size} fill="none" stroke="currentColor" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
