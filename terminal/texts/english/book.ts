export const book = {} as const;
