// Dragging a line up and down. The pointer that grabbed the line moves it until it is released; Escape, or a cancelled
// pointer, puts the line back.

/** How close a pointer has to be, in pixels: a finger is less precise than a mouse. */
const REACH = { mouse: 5, other: 14 };

export interface LineDragging<Line> {
  readonly host: HTMLElement;
  /** The movable line at a vertical position, if there is one. */
  readonly lineAt: (y: number, reach: number) => Line | undefined;
  readonly heightOf: (line: Line) => number;
  /** Whether the pointer event is meant for something else. */
  readonly isTaken: (event: PointerEvent) => boolean;
  readonly onTake: () => void;
  /** @param y current position of the line */
  readonly onMove: (line: Line, y: number) => void;
  /** @param isDropped false when the line returns to where it was */
  readonly onEnd: (line: Line, y: number, isDropped: boolean) => void;
}

/** @returns a function that stops it */
export function dragLines<Line>({
  host,
  lineAt,
  heightOf,
  isTaken,
  onTake,
  onMove,
  onEnd,
}: LineDragging<Line>): () => void {
  /** `from` is where the pointer grabbed the line, `beside` its distance from the line. */
  let held:
    | { readonly line: Line; readonly pointer: number; readonly from: number; readonly beside: number }
    | undefined;
  const yOf = ({ clientY }: { readonly clientY: number }) => clientY - host.getBoundingClientRect().top;
  const reachOf = ({ pointerType }: PointerEvent) => (pointerType === "mouse" ? REACH.mouse : REACH.other);
  const listening = new AbortController();
  const end = (y: number, isDropped: boolean) => {
    if (held === undefined) return;
    const { line, pointer, from, beside } = held;
    held = undefined;
    if (host.hasPointerCapture(pointer)) host.releasePointerCapture(pointer);
    // A line released where it was grabbed was only clicked.
    onEnd(line, y - beside, isDropped && y !== from);
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    target: HTMLElement | Window,
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) =>
    target.addEventListener(name, listener as EventListener, {
      capture: true,
      passive: false,
      signal: listening.signal,
    });

  on(host, "pointerdown", (event) => {
    if (event.button !== 0 || held !== undefined || isTaken(event)) return;
    const y = yOf(event);
    const line = lineAt(y, reachOf(event));
    if (line === undefined) return;
    held = { line, pointer: event.pointerId, from: y, beside: y - heightOf(line) };
    host.setPointerCapture(event.pointerId);
    onTake();
  });
  on(host, "pointermove", (event) => {
    const y = yOf(event);
    if (held?.pointer === event.pointerId) onMove(held.line, y - held.beside);
    else if (event.buttons === 0) {
      host.toggleAttribute("data-movable", !isTaken(event) && lineAt(y, reachOf(event)) !== undefined);
    }
  });
  on(host, "pointerup", (event) => {
    if (held?.pointer === event.pointerId) end(yOf(event), true);
  });
  on(host, "pointercancel", (event) => {
    if (held?.pointer === event.pointerId) end(yOf(event), false);
  });
  on(window, "keydown", (event) => {
    if (event.key !== "Escape" || held === undefined) return;
    event.stopPropagation();
    end(held.from, false);
  });
  // A finger that holds a line must not scroll the page.
  on(host, "touchstart", (event) => {
    const [touch] = event.touches;
    if (touch !== undefined && lineAt(yOf(touch), REACH.other) !== undefined) event.preventDefault();
  });
  return () => listening.abort();
}
