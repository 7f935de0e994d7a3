import { gate } from './limits.ts';

/** A row of pixels is that above, but for each module's first: "up" is the filter, and trying the others takes five times as long. */
const PNG = { errorCorrectionLevel: 'M', margin: 4, rendererOpts: { filterType: 2 } } as const;

/** Pixels of a module. Whole pixels keep the code sharp, and some 60 modules of this size fill a poster at 200 dpi. */
const SCALE = 20;

/** A code takes 30 ms of processor, so one is drawn at a time. */
const line = gate({ atOnce: 1, queued: 20 });

/**
 * Returns an address as a QR code, a PNG data URL, black on white with the quiet zone that scanners need.
 * @throws Refusal BUSY when twenty others wait.
 */
export const qrCode = (address: string): Promise<string> =>
  line('', async () => {
    // Loaded with the first code.
    const { toDataURL } = await import('qrcode');
    return toDataURL(address, { ...PNG, scale: SCALE });
  });
