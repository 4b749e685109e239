// Dark or light: the system's preference until the operator chooses, which this browser remembers.

import { useEffect, useState } from "react";

export type Theme = "dark" | "light";

const KEPT = "evermark-operator-theme";

function first(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === "dark" || kept === "light") return kept;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(first);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const choose = (chosen: Theme) => {
    localStorage.setItem(KEPT, chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}
