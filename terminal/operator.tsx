// Entry point of the operator's console.

import "./style/base.css";
import "./parts/parts.css";
import "./parts/table/table.css";
import "./operator/operator.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ConsoleSession } from "./operator/asking/console-session.ts";
import { Console } from "./operator/console.tsx";
import { ConsoleProvider } from "./operator/parts/use-console.ts";

const { brand } = JSON.parse(document.querySelector<HTMLMetaElement>("meta[name=settings]")!.content) as {
  readonly brand: string;
};
const session = new ConsoleSession({ brand, baseUrl: location.origin });
void session.start();

createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <ConsoleProvider value={session}>
      <Console />
    </ConsoleProvider>
  </StrictMode>,
);
