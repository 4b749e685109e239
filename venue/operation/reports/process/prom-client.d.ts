// What the metrics library brings of a process, each by itself: its own types know only all of them together.

declare module "prom-client/lib/metrics/*.js" {
  const add: (registry: import("prom-client").Registry) => void;
  export default add;
}
