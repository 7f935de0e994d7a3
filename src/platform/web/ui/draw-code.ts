/** Loaded when a code is shown, with the library that computes it. */
import { create } from 'qrcode';

/** `dark`: an SVG path of the dark modules, each row's as lines: "M5 4h3v1h-3z" for three from column 5 of row 4. */
export type Drawing = { readonly size: number; readonly dark: string };

export function drawCode(address: string): Drawing {
  const { modules } = create(address, { errorCorrectionLevel: 'M' });
  const lines: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const start = column;
      while (column < modules.size && modules.get(row, column) === 1) column += 1;
      if (column > start) lines.push(`M${start} ${row}h${column - start}v1h-${column - start}z`);
    }
  }
  return { size: modules.size, dark: lines.join('') };
}
