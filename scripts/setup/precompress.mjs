import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT = /\.(js|css|svg|json|html|webmanifest)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const squeeze = async (path) => {
  const plain = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  await Promise.all([
    writeFile(`${path}.br`, await brotli(plain, { params })),
    writeFile(`${path}.gz`, await deflate(plain, { level: 9 })),
  ]);
};

/** Puts a .br and a .gz beside every text file of the folder, so that the server never compresses on request. */
export const precompress = async (folder) => {
  const files = (await readdir(folder, { recursive: true })).filter((path) => WORTH_IT.test(path));
  await Promise.all(files.map((path) => squeeze(join(folder, path))));
  return files.length;
};
