// The page: what stands where.

import { useEffect } from "react";
import { useTerminal } from "../state/terminal-state.ts";
import { useSelected } from "../state/use-cell.ts";
import { BookView } from "../views/book/book-view.tsx";
import { TapeView } from "../views/book/tape-view.tsx";
import { ChartView } from "../views/chart/chart-view.tsx";
import { MarketHeader } from "../views/markets/market-header.tsx";
import { MarketList } from "../views/markets/market-list.tsx";
import { PortfolioView } from "../views/portfolio/portfolio-view.tsx";
import { SignInView } from "../views/sign-in/sign-in-view.tsx";
import { TicketView } from "../views/ticket/ticket-view.tsx";

export function App() {
  const { preferences, settings } = useTerminal();
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
  return (
    <div className="app">
      <header className="app-head">
        <strong>{settings.name}</strong>
        <MarketHeader />
        <SignInView />
      </header>
      <main className="app-main">
        <section className="panel" aria-label="Markets">
          <MarketList />
        </section>
        <section className="panel" aria-label="Chart">
          <ChartView />
        </section>
        <section className="panel" aria-label="Book">
          <BookView />
          <TapeView />
        </section>
        <section className="panel" aria-label="Ticket">
          <TicketView />
        </section>
        <section className="panel app-wide" aria-label="Portfolio">
          <PortfolioView />
        </section>
      </main>
    </div>
  );
}
