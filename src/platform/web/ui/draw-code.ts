/** Loaded when a code is shown, with the library that computes it. */
import { encode } from 'uqr';

/** `dark`: an SVG path of the dark modules: "M5 4h3v1h-3z" for three from column 5 of row 4. */
export type Drawing = { readonly size: number; readonly dark: string };

export function drawCode(address: string): Drawing {
  const { size, data } = encode(address, { ecc: 'M', border: 0 });
  const lines: string[] = [];
  for (const [row, modules] of data.entries()) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (modules[column] === true) column += 1;
      if (column > start) lines.push(`M${start} ${row}h${column - start}v1h-${column - start}z`);
    }
  }
  return { size, dark: lines.join('') };
}
