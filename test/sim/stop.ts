// A condition that ends open-ended work. Work that is cut off returns what it has so far.

/** Asked between two steps: true ends the work there. */
export type Stop = () => boolean;

export const never: Stop = () => false;

/** True after `ms` milliseconds, by the given clock. */
export function after(ms: number, clock: () => number = () => performance.now()): Stop {
  const until = clock() + ms;
  return () => clock() >= until;
}

export function either(first: Stop, second: Stop): Stop {
  return () => first() || second();
}
