// Where orders are made.

export function TicketView() {
  return null;
}
