// The metrics library's single metrics of a process; its own types declare only the function that adds all of them.

declare module "prom-client/lib/metrics/*.js" {
  const add: (registry: import("prom-client").Registry) => void;
  export default add;
}
