export const histories = {} as const;
