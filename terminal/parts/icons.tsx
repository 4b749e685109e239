// Icons next to words. Purely decorative: they are hidden from screen readers.

import "./icons.css";
import type { ReactNode } from "react";

function icon(drawing: ReactNode) {
  return function Icon() {
    return (
      <svg
        className="icon"
        aria-hidden="true"
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawing}
      </svg>
    );
  };
}

export const ListIcon = icon(<path d="M2.5 4h11M2.5 8h11M2.5 12h7" />);
export const ChartIcon = icon(<path d="M4 2.5v11M2.5 5h3v5h-3zM11.5 2.5v11M10 4.5h3v6h-3z" />);
export const TradeIcon = icon(<path d="M5 13V3m0 0L2.5 5.5M5 3l2.5 2.5M11 3v10m0 0 2.5-2.5M11 13l-2.5-2.5" />);
export const PortfolioIcon = icon(<path d="M2.5 5.5h11v8h-11zM5.5 5.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M2.5 9h11" />);
export const AccountIcon = icon(
  <path d="M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.6-2.4 2.6-3.7 5-3.7s4.4 1.3 5 3.7" />,
);
export const SearchIcon = icon(<path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5" />);
export const MessagesIcon = icon(<path d="M2.5 3.5h11v7.5H8l-3 2.5V11H2.5zM5 6.3h6M5 8.4h4" />);
export const SettingsIcon = icon(
  <path d="M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5M9.5 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM6.5 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z" />,
);
export const SandboxIcon = icon(
  <path d="M6 2.5h4M6.8 2.5v4L3 12.2a.9.9 0 0 0 .8 1.3h8.4a.9.9 0 0 0 .8-1.3L9.2 6.5v-4M4.8 10h6.4" />,
);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />);
