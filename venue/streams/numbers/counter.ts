/** Counts the frames of topics that are published together. */
export interface Counter {
  count: number;
}
