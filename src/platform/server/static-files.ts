/**
 * Serves the files of the build from memory (2 MB in all). Read from disk, each slow client would hold a file handle
 * and a buffer.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type CachedAnswer, type Encoding, etagOf, type Stored } from './entry.ts';
import { sendEntry } from './send-cached.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Suffixes of the compressed copies that the build writes beside each file. */
const PACKED: Readonly<Record<Exclude<Encoding, 'identity'>, string>> = { br: '.br', gzip: '.gz' };
const isPacked = (path: string): boolean => Object.values(PACKED).includes(extname(path));
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'));

/** In /metrics all files are one route. */
const COUNTED = { countedAs: 'files' };

/** Adds a route for each file under `root` except dotfiles. */
export function addStaticFiles(fastify: FastifyInstance, root: string): void {
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(root.length + 1);
    if (!file.isFile() || isHidden(path) || isPacked(path)) continue;
    const entry = entryOfFile(join(root, path));
    fastify.get(`/${path.split(sep).join('/')}`, { config: COUNTED }, (request, reply) =>
      sendEntry(request, reply, entry),
    );
  }
}

function entryOfFile(path: string): CachedAnswer {
  const bytes = readFileSync(path);
  const etag = etagOf(createHash('sha256').update(bytes));
  // Names under /assets contain a hash of the content; icons do not.
  const isHashed = path.includes(`${sep}assets${sep}`);
  const headers = {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    etag,
    vary: 'accept-encoding',
  };
  const stored = (body: Buffer, more: Record<string, string>): Stored => ({
    bytes: body,
    headers: {
      ...headers,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      ...more,
    },
  });
  const plain = stored(bytes, {});
  const packed = (encoding: keyof typeof PACKED): Stored => {
    const file = path + PACKED[encoding];
    return existsSync(file) ? stored(readFileSync(file), { 'content-encoding': encoding }) : plain;
  };
  const by = { identity: plain, br: packed('br'), gzip: packed('gzip') };
  return { etag, size: bytes.length, headers, packed: [], in: (encoding) => by[encoding] };
}
