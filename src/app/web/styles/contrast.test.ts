import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Rgb = readonly [number, number, number];
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const hex = (code: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16)) as unknown as Rgb;
const tokens = (theme: 'daylight' | 'night'): Map<string, Rgb> => {
  const found = css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g);
  return new Map(
    [...found].map(([, name, light, dark, both]) => [
      name ?? '',
      hex((theme === 'night' ? dark : light) ?? both ?? ''),
    ]),
  );
};

/** Relative luminance as in WCAG 2.2. */
const luminance = (colour: Rgb): number => {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const tint = (colour: Rgb, share: number, ground: Rgb): Rgb =>
  colour.map((part, at) => part * share + (ground[at] ?? 0) * (1 - share)) as unknown as Rgb;

const ACCENTS = ['violet', 'sea', 'sky', 'lime', 'sun', 'coral', 'mute'];
const GROUNDS = ['night', 'side', 'deep', 'panel'];
const PAIRS = [
  ...GROUNDS.flatMap((ground) => ['ink', ...ACCENTS].map((text) => [text, ground])),
  ...['raise', 'raise-bright', 'here', 'off'].map((ground) => ['ink', ground]),
  ...['off', 'raise'].map((ground) => ['mute', ground]),
  ['sun', 'raise'],
  ['night', 'ink'],
  ...['sun', 'sea', 'coral'].flatMap((tone) => [
    [`on-${tone}`, `${tone}-fill`],
    [`on-${tone}`, `${tone}-bright`],
  ]),
] as [string, string][];

test.each(['daylight', 'night'] as const)('text has a contrast of 4.5 or more on its background: %s', (theme) => {
  const all = tokens(theme);
  const of = (name: string): Rgb => {
    const colour = all.get(name);
    if (!colour) throw new Error(`No colour ${name}`);
    return colour;
  };
  const plain = PAIRS.map(([text, ground]) => ({ pair: `${text} on ${ground}`, is: contrast(of(text), of(ground)) }));
  const badges = ACCENTS.flatMap((accent) =>
    GROUNDS.map((ground) => ({
      pair: `${accent} badge on ${ground}`,
      is: contrast(of(accent), tint(of(accent), 0.14, of(ground))),
    })),
  );
  expect([...plain, ...badges].filter(({ is }) => is < 4.5)).toEqual([]);
});

test.each(['daylight', 'night'] as const)('input borders and the focus ring have 3 or more: %s', (theme) => {
  const all = tokens(theme);
  const weak = ['edge', 'sun'].flatMap((line) =>
    GROUNDS.map((ground) => ({
      pair: `${line} on ${ground}`,
      is: contrast(all.get(line) ?? [0, 0, 0], all.get(ground) ?? [0, 0, 0]),
    })).filter(({ is }) => is < 3),
  );
  expect(weak).toEqual([]);
});
