// When something that could go on has done enough. What is cut off by it says what it has so far.

/** Asked between two steps: true ends it there. */
export type Stop = () => boolean;

export const never: Stop = () => false;

/** True from `ms` on, by a clock in milliseconds. */
export function after(ms: number, clock: () => number = () => performance.now()): Stop {
  const until = clock() + ms;
  return () => clock() >= until;
}

export function either(one: Stop, other: Stop): Stop {
  return () => one() || other();
}
