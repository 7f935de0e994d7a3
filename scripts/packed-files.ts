/** The last step of the browser's build: compresses its text files and limits what phones keep of it. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { offlineFiles } from '../src/app/server/built.ts';

const TEXT = /\.(js|css|svg|json|html)$/;

/** Writes a .br and a .gz beside every text file of the folder, so that the server never compresses on request. */
export function compress(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((name) => TEXT.test(name))) {
    const plain = readFileSync(join(folder, path));
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(plain));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(plain, { level: 9 }));
  }
}

/** Of the 600 kB that a visitor’s phone keeps (docs/benchmarks.md), packed; its pages need the rest. */
const MOST_BYTES = 330_000;
/** Besides, on the devices of organisers and helpers. */
const MOST_DESK_BYTES = 130_000;

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

/** Throws when these files, packed already, are too large to be fetched by every phone. */
export function checkSize(folder: string, files: readonly string[], most: number): void {
  const sizeOf = (path: string) => {
    const packed = join(folder, `${path}.br`);
    return statSync(existsSync(packed) ? packed : join(folder, path)).size;
  };
  const sized = files.map((path) => ({ path, size: sizeOf(path) }));
  const bytes = sized.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return;
  const largest = sized.sort((one, other) => other.size - one.size).slice(0, 5);
  const names = largest.map(({ path, size }) => `${path} (${kB(size)})`).join(', ');
  throw new Error(
    `The service worker would keep ${kB(bytes)} of files, and may keep ${kB(most)}. The largest: ${names}`,
  );
}

export const packedFiles: Plugin = {
  name: 'packed-files',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }) {
    compress(dir);
    const { files, deskFiles } = offlineFiles(JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')));
    checkSize(dir, files, MOST_BYTES);
    checkSize(dir, deskFiles, MOST_DESK_BYTES);
  },
};
