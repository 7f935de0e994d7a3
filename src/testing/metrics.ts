/** Reads what /metrics says. */
import { expect } from 'vitest';
import type { AppParts } from '#app/server/app.ts';
import type { DialectName } from '#database/portable.ts';
import { type TestApp, testApp } from './app.ts';

export const METRICS_TOKEN = 'the-token-of-the-metrics-tests';

/** Every line's value, by name and labels: `boardwalk_refusals_total{code="LOCKED"}`. */
export type Read = ReadonlyMap<string, number>;

export const parseMetrics = (text: string): Read =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

export const measuredApp = (dialect: DialectName = 'sqlite', parts: Partial<AppParts> = {}): Promise<TestApp> =>
  testApp(dialect, {
    ...parts,
    settings: { publicUrl: null, trustProxy: false, metrics: { own: null, token: METRICS_TOKEN } },
  });

export async function readMetrics(app: TestApp): Promise<Read> {
  const answer = await app.browser().send('GET /metrics', undefined, { authorization: `Bearer ${METRICS_TOKEN}` });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return parseMetrics(answer.body);
}

/** Returns by how much each line rose while `act` ran; lines that stayed are left out. */
export async function risen(app: TestApp, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readMetrics(app);
  await act();
  const after = [...(await readMetrics(app))].map(([line, value]) => [line, value - (before.get(line) ?? 0)] as const);
  return Object.fromEntries(after.filter(([, rise]) => rise !== 0));
}
