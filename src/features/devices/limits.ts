export const MOST_HANDED_OVER = 100;
export const MOST_DEVICES = 10;
