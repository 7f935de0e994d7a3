/** Zip archives of files in memory, not compressed and without times (APPNOTE.TXT of PKWARE). */
import { crc32 } from 'node:zlib';

/** `name`: ASCII, with `/` between folders. */
export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

const [VERSION, FIRST_DAY] = [20, 33];

/** Little-endian, as every machine that we run on. */
const words = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const long = (value: number) => [value & 0xffff, value >>> 16];

/** At most 65,535 entries and 4 GiB. */
export function zipOf(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const sizes = [...long(bytes.length), ...long(bytes.length), name.length, 0];
    const facts = [VERSION, 0, 0, 0, FIRST_DAY, ...long(crc32(bytes)), ...sizes];
    files.push(words(0x4b50, 0x0403, ...facts), Buffer.from(name), bytes);
    directory.push(words(0x4b50, 0x0201, VERSION, ...facts, 0, 0, 0, 0, 0, ...long(offset)), Buffer.from(name));
    offset = files.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [0, 0, entries.length, entries.length];
  const end = words(0x4b50, 0x0605, ...counts, ...long(size), ...long(offset), 0);
  return Buffer.concat([...files, ...directory, end]);
}
