// Theme and palette, as attributes of the root element from which the style sheet takes the colours.

import { useEffect } from "react";
import { useSelected } from "../cells/use-cell.ts";
import { useTerminal } from "../state/terminal-state.ts";

export function useLook(): void {
  const { preferences } = useTerminal();
  const theme = useSelected(preferences, (chosen) => chosen.theme);
  const palette = useSelected(preferences, (chosen) => chosen.palette);
  useEffect(() => {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: light)");
    const apply = () => {
      root.dataset.theme = theme === "system" ? (system.matches ? "light" : "dark") : theme;
      root.dataset.palette = palette;
    };
    apply();
    system.addEventListener("change", apply);
    return () => system.removeEventListener("change", apply);
  }, [theme, palette]);
}
