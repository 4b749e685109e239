// What only a sandbox has: its clock, prices, halts.

export function SandboxView() {
  return null;
}
