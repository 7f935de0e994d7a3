/** Minutes; texts in characters. */
export const PLAY_TIME = { min: 5, max: 1440, usual: 60 } as const;
export const LENGTHS = { playerCount: 20, description: 2000 } as const;
