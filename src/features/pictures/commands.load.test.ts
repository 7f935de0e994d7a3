import { spawnSync } from 'node:child_process';
import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { MOST_PICTURES } from './limits.ts';

/** Prints by how many megabytes the memory of a program grew at most while it prepared the picture on its standard input `times` times. */
const MEASURE = `
  import { readFileSync } from 'node:fs';
  const { preparePicture } = await import(process.env.COMMANDS);
  const { aPicture } = await import(process.env.FACTORIES);
  // Loads the libraries.
  await preparePicture(aPicture());
  const sent = readFileSync(0);
  const before = process.memoryUsage().rss / 1024;
  for (let time = 0; time < Number(process.env.TIMES); time += 1) await preparePicture(sent);
  console.log(JSON.stringify((process.resourceUsage().maxRSS - before) / 1024));`;

const jpegOf = (width: number, height: number) =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(90), width, height).jpeg(80);
const pngOf = (width: number, height: number) =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(90), width, height).png();

it.each([
  ['a photo of 24 million pixels', () => jpegOf(6000, 4000), { times: 1, most: 350 }],
  ['a transparent PNG of 25 million pixels', () => pngOf(5000, 5000), { times: 1, most: 480 }],
  ['all pictures of a festival’s file', () => pngOf(3840, 2160), { times: MOST_PICTURES, most: 480 }],
])(
  'needs little memory to prepare %s',
  async (_, make, { times, most }) => {
    const url = (path: string) => new URL(path, import.meta.url).href;
    const picture = await make();
    const measure = (): number => {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', MEASURE], {
        input: picture,
        env: {
          ...process.env,
          COMMANDS: url('commands.ts'),
          FACTORIES: url('../../testing/factories.ts'),
          TIMES: String(times),
          // As the launcher of a release sets them.
          MALLOC_ARENA_MAX: '1',
          MALLOC_TRIM_THRESHOLD_: '131072',
        },
      });
      return JSON.parse(String(stdout));
    };
    // On a busy machine memory is given back late: one of three tells.
    let grown = measure();
    for (let again = 0; again < 2 && grown >= most; again += 1) grown = measure();
    expect(grown).toBeLessThan(most);
  },
  120_000,
);
