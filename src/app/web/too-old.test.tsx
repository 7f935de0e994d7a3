import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OLDEST } from '../../../vite.config.ts';

const SCRIPT = readFileSync('src/app/web/too-old.js', 'utf8');
const run = () => new Function(SCRIPT)();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  document.documentElement.removeAttribute('data-alive');
  document.body.replaceChildren();
});

it('says on a page that does not start in ten seconds what browser it needs, until it starts', () => {
  run();
  vi.advanceTimersByTime(9_999);
  expect(screen.queryByRole('alert')).toBeNull();
  vi.advanceTimersByTime(1);
  const { chrome, edge, firefox, safari } = OLDEST;
  expect(screen.getByRole('alert').textContent).toContain(
    `Chrome ${chrome}, Edge ${edge}, Safari ${safari}, Firefox ${firefox}`,
  );
  document.documentElement.dataset.alive = 'true';
  vi.advanceTimersByTime(1_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says nothing on a page that started', () => {
  run();
  document.documentElement.dataset.alive = 'true';
  vi.advanceTimersByTime(60_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is written for browsers that know no arrow functions, const, let or templates', () => {
  expect(SCRIPT.replace(/\/\*[\s\S]*?\*\//g, '')).not.toMatch(/=>|\b(?:const|let)\b|`|,\s*\)/);
});
