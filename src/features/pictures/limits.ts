export const MOST_PICTURES = 20;
/** Bytes, and pixels of a side and in all: 25 million take 100 MB to decode. */
export const PICTURE = { bytes: 2 * 1024 * 1024, side: 8000, pixels: 25_000_000 } as const;
/** A larger picture is stored smaller: no big screen has more pixels, and all of them go into a festival's file. */
export const STORED = { side: 3840, bytes: 1024 * 1024 } as const;
