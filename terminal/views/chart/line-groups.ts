// Groups orders whose lines are close together in the chart: one line and one label represent them until the pointer is there.

export interface Placed<Line> {
  readonly line: Line;
  /** Vertical position in the chart, in pixels. */
  readonly y: number;
  /** Only lines of the same kind are grouped. */
  readonly kind: string;
}

/** The height of two labels. */
const GROUP_PX = 26;
/** How far beyond its lines a pointer still opens a group. */
const REACH_PX = 6;

/** Lines from top to bottom, with those close to each other in one group. */
export function lineGroups<Line>(placed: readonly Placed<Line>[]): readonly (readonly Placed<Line>[])[] {
  const groups: Placed<Line>[][] = [];
  for (const each of placed.toSorted((a, b) => a.y - b.y)) {
    const group = groups.findLast(([first]) => first!.kind === each.kind);
    if (group !== undefined && each.y - group[0]!.y <= GROUP_PX) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Whether the pointer is within reach of the group's lines. */
export function isOpenAt(group: readonly Placed<unknown>[], pointer: number | undefined): boolean {
  if (pointer === undefined) return false;
  return group[0]!.y - REACH_PX <= pointer && pointer <= group.at(-1)!.y + REACH_PX;
}
