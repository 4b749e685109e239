// Orders whose lines lie close together in the chart: one line and one label stand for all of them, until the pointer comes.

export interface Placed<Line> {
  readonly line: Line;
  /** Height in the chart. */
  readonly y: number;
  /** Lines of one kind are put together. */
  readonly kind: string;
}

/** As high as two labels. */
const GROUP_PX = 26;
/** How far beyond its lines a pointer still opens a group. */
const REACH_PX = 6;

/** Lines from top to bottom, those that are near each other in one group. */
export function lineGroups<Line>(placed: readonly Placed<Line>[]): readonly (readonly Placed<Line>[])[] {
  const groups: Placed<Line>[][] = [];
  for (const each of placed.toSorted((a, b) => a.y - b.y)) {
    const group = groups.findLast(([first]) => first!.kind === each.kind);
    if (group !== undefined && each.y - group[0]!.y <= GROUP_PX) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Whether the pointer is where its lines are. */
export function isOpenAt(group: readonly Placed<unknown>[], pointer: number | undefined): boolean {
  if (pointer === undefined) return false;
  return group[0]!.y - REACH_PX <= pointer && pointer <= group.at(-1)!.y + REACH_PX;
}
