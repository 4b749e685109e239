// What is always visible: how the page stands to the venue.

import { Connection } from "./connection.tsx";

export function StatusBar() {
  return (
    <footer className="status">
      <Connection />
    </footer>
  );
}
