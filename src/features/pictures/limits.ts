export const MOST_PICTURES = 20;
/** Bytes, and pixels of a side. */
export const PICTURE = { bytes: 2 * 1024 * 1024, side: 8000 } as const;
