export const funds = {} as const;
