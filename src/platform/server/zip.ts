/** Zip archives of files in memory, not compressed (APPNOTE.TXT of PKWARE). */
import { crc32 } from 'node:zlib';

/** `name` with `/` between folders; ASCII. */
export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;

/** Year since 1980, month, day; hour, minute, pairs of seconds. */
const dosTime = (at: Date): readonly [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];

type Field = readonly [size: 2 | 4, value: number];

function packed(fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = buffer.writeUIntLE(value, at, size);
  return buffer;
}

/** At most 65,535 entries and 4 GiB. Times are UTC. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer<ArrayBuffer> {
  const [time, date] = dosTime(at);
  const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const { length } = bytes;
    // Version, flags, method; time; checksum, sizes; lengths of name and extra field.
    const facts: Field[] = [
      ...([VERSION, 0, 0, time, date] as const).map((value): Field => [2, value]),
      ...([crc32(bytes), length, length] as const).map((value): Field => [4, value]),
      ...([path.length, 0] as const).map((value): Field => [2, value]),
    ];
    const head = packed([[4, LOCAL], ...facts]);
    files.push(head, path, bytes);
    // Comment, disk, attributes.
    const rest: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ];
    directory.push(packed([[4, CENTRAL], [2, VERSION], ...facts, ...rest]), path);
    offset += head.length + path.length + length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count: Field = [2, entries.length];
  const end = packed([[4, END], [2, 0], [2, 0], count, count, [4, size], [4, offset], [2, 0]]);
  return Buffer.concat([...files, ...directory, end]);
}
