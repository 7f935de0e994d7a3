/** A row of pixels is that above, but for each module's first: "up" is the filter, and trying the others takes five times as long. */
const PNG = { errorCorrectionLevel: 'M', margin: 4, rendererOpts: { filterType: 2 } } as const;

/**
 * Returns an address as a QR code, a PNG data URL, black on white with the quiet zone that scanners need. `scale` is the
 * size of a module in whole pixels, which keeps the code sharp.
 */
export async function qrCode(address: string, scale: number): Promise<string> {
  // Loaded with the first code.
  const { toDataURL } = await import('qrcode');
  return toDataURL(address, { ...PNG, scale });
}

/** Some 60 modules of this size fill a poster at 200 dpi. */
export const POSTER_SCALE = 20;
export const SCREEN_SCALE = 6;
