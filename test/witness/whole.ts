// A venue trades before its history has caught up. A test that compares what history answers waits until it has.

interface Health {
  readonly status: string;
  readonly reasons: Readonly<Record<string, string>>;
}

export const healthOf = async (url: string): Promise<Health> =>
  (await fetch(`${url}/health`)).json() as Promise<Health>;

/** Whether history and the figures derived from it are available, or history has reported that it has failed. */
export function isWhole(reasons: Health["reasons"]): boolean {
  if (reasons.history?.startsWith("history has failed")) return true;
  return reasons.history === undefined && reasons.statistics === undefined;
}

export async function untilWhole(url: string): Promise<void> {
  while (!isWhole((await healthOf(url)).reasons)) await Bun.sleep(20);
}
