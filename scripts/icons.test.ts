import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawIcons } from './icons.ts';

it('draws the icons that public/ holds', async () => {
  for (const [name, bytes] of await drawIcons()) {
    const held = readFileSync(new URL(`../public/${name}`, import.meta.url));
    expect(held.equals(bytes), `${name} is another picture; run npm run pictures`).toBe(true);
  }
});
