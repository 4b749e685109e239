/** Numbers the frames of the topics that are published together. */
export interface Counter {
  count: number;
}
