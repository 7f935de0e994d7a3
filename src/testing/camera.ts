/** Decodes a QR code like a phone's camera. */
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** Every fourth pixel is read, as from farther away: it takes a tenth of the time. */
const STEP = 4;
const PNG_URL = 'data:image/png;base64,';

export function scanned(dataUrl: string): { text: string; width: number } {
  if (!dataUrl.startsWith(PNG_URL)) throw new Error(`no PNG: ${dataUrl.slice(0, 40)}`);
  const { data, width } = PNG.sync.read(Buffer.from(dataUrl.slice(PNG_URL.length), 'base64'));
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const fewer = Math.floor(width / STEP);
  const far = Uint32Array.from({ length: fewer * fewer }, (_, at) => {
    const [row, column] = [Math.floor(at / fewer), at % fewer];
    return pixels[row * STEP * width + column * STEP] ?? 0;
  });
  const read = jsQR(new Uint8ClampedArray(far.buffer), fewer, fewer, { inversionAttempts: 'dontInvert' });
  if (read === null) throw new Error('no camera reads this');
  return { text: read.data, width };
}
