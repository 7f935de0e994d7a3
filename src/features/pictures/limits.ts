export const MOST_PICTURES = 20;
/**
 * Bytes; pixels of a side and in all, and of a PNG of 16 bits a channel. Preparing the largest of each kind took 130 to 360 MB of memory, of the
 * gigabyte that the service may have.
 */
export const PICTURE = { bytes: 2 * 1024 * 1024, side: 8000, pixels: 25_000_000, pixels16Bit: 12_500_000 } as const;
/** A larger picture is stored smaller: no big screen has more pixels, and all of them go into a festival's file. */
export const STORED = { side: 3840, pixels: 3840 * 2160, bytes: 1024 * 1024 } as const;
