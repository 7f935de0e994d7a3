/** Decodes a QR code like a phone's camera. */
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

const PNG_URL = 'data:image/png;base64,';

export function scanned(dataUrl: string): { text: string; width: number } {
  if (!dataUrl.startsWith(PNG_URL)) throw new Error(`no PNG: ${dataUrl.slice(0, 40)}`);
  const { data, width, height } = PNG.sync.read(Buffer.from(dataUrl.slice(PNG_URL.length), 'base64'));
  const read = jsQR(Uint8ClampedArray.from(data), width, height);
  if (read === null) throw new Error('no camera reads this');
  return { text: read.data, width };
}
