import { spawnSync } from 'node:child_process';
import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { MOST_PICTURES } from './rules.ts';

/** Prints by how many megabytes the memory of a program grew at most while it prepared the picture on its standard input `times` times. */
const MEASURE = `
  import { existsSync, readFileSync } from 'node:fs';
  const { preparePicture } = await import(process.env.COMMANDS);
  const { aPicture } = await import(process.env.FACTORIES);
  // Loads the libraries.
  await preparePicture(aPicture());
  const sent = readFileSync(0);
  const before = process.memoryUsage().rss / 1024;
  for (let time = 0; time < Number(process.env.TIMES); time += 1) await preparePicture(sent);
  // On Linux the usual maximum begins with the memory of the program that started this one.
  const status = '/proc/self/status';
  const highest = existsSync(status)
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1])
    : process.resourceUsage().maxRSS;
  console.log(JSON.stringify((highest - before) / 1024));`;

const jpegOf = (width: number, height: number) =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(90), width, height).jpeg(80);
const pngOf = (width: number, height: number) =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(90), width, height).png();

it.each([
  ['a photo of 24 million pixels', () => jpegOf(6000, 4000), 1],
  ['a transparent PNG of 25 million pixels', () => pngOf(5000, 5000), 1],
  ['all pictures of a festival’s file', () => pngOf(3840, 2160), MOST_PICTURES],
])(
  'needs at most 350 MB of memory to prepare %s',
  async (_, make, times) => {
    const url = (path: string) => new URL(path, import.meta.url).href;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', MEASURE], {
      input: await make(),
      env: {
        ...process.env,
        COMMANDS: url('commands.ts'),
        FACTORIES: url('../../../testing/factories.ts'),
        TIMES: String(times),
        // As the launcher of a release sets them.
        MALLOC_ARENA_MAX: '1',
        MALLOC_TRIM_THRESHOLD_: '131072',
      },
    });
    expect(JSON.parse(String(stdout))).toBeLessThan(350);
  },
  60_000,
);
