import { crc32 } from 'node:zlib';

/** Returns the files of an archive by its directory, with no code of the writer. Throws for a wrong checksum. */
export function unzipped(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, size, name] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const head = zip.readUInt32LE(at + 42);
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const path = zip.toString('utf8', at + 46, at + 46 + name);
    const bytes = zip.subarray(from, from + size);
    if (crc32(bytes) !== sum) throw new Error(`${path} is damaged.`);
    files[path] = bytes;
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
