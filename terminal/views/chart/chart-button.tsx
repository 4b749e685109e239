// A button over the chart: an icon with an accessible name.

import type { ReactNode } from "react";

interface ChartButtonProps {
  readonly className: string;
  readonly name: string;
  readonly hidden?: boolean;
  /** Size of the icon in pixels. */
  readonly size: number;
  readonly onClick: () => void;
  /** The icon, drawn in a box of 16 by 16. */
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
