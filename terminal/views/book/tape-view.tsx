// What was traded last.

export function TapeView() {
  return null;
}
