/** docs/grafana-dashboard.json asks only for what /metrics says. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { keepBackups } from '#app/server/backups.ts';
import { startJobs } from '#app/server/jobs.ts';
import { aRegistration } from '#testing/factories.ts';
import { measuredApp, readMetrics } from '#testing/metrics.ts';

type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };
const { panels } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')) as { panels: Panel[] };

/** Every metric's labels, of an app on which everything has happened once. */
async function labelsByMetric(): Promise<Map<string, Set<string>>> {
  const channel = { id: '1', token: 't', apiUrl: 'http://127.0.0.1:9', cdnUrl: 'http://127.0.0.1:9' };
  const found = new Map<string, Set<string>>();
  for (const app of [await measuredApp('sqlite', { channel }), await measuredApp('postgres')]) {
    const job = { name: 'a job', everyMs: 60_000, run: async () => 0 };
    const jobs = startJobs([job], { ...app.context, deliver: app.deliver }, app.fastify.log);
    const backups = keepBackups({ database: 'nowhere/none.db', log: app.fastify.log, now: app.clock.now });
    onTestFinished(jobs.stop);
    onTestFinished(backups.stop);
    app.metrics?.add([...jobs.metrics, ...backups.metrics]);
    await app.browser().send('POST /api/rsvps', aRegistration('none'));
    for (const line of (await readMetrics(app)).keys()) {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(line) ?? [];
      const known = found.get(name) ?? new Set(['instance']);
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      found.set(name, known);
    }
  }
  return found;
}

const METRIC = /\b(?:boardwalk|nodejs|process)_\w+/g;
/** Labels in `by (…)`, in `{…=~"…"}` and in the legend. */
const LABELS = [/\bby \(([\w, ]+)\)/g, /\{([^{}]*)\}/g];

function labelsIn({ expr, legendFormat }: Panel['targets'][number]): string[] {
  const [by = [], matchers = []] = LABELS.map((pattern) =>
    [...expr.matchAll(pattern)].map(([, inside = '']) => inside),
  );
  const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return [
    ...by.flatMap((list) => list.split(', ')),
    ...matchers.flatMap((list) => [...list.matchAll(/(\w+)=/g)].map(([, label = '']) => label)),
    ...legend,
  ];
}

it('asks for metrics and labels that exist', async () => {
  const known = await labelsByMetric();
  const unknown = panels.flatMap(({ title, targets }) =>
    targets.flatMap((target) => {
      const names = target.expr.match(METRIC) ?? [];
      const missing = names.filter((name) => !known.has(name));
      const labels = new Set(names.flatMap((name) => [...(known.get(name) ?? [])]));
      const wrong = labelsIn(target).filter((label) => !labels.has(label));
      return names.length === 0 ? [`${title}: no metric`] : [...missing, ...wrong].map((one) => `${title}: ${one}`);
    }),
  );
  expect(unknown).toEqual([]);
});

it('shows every metric of this program', async () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(METRIC) ?? [])));
  const own = [...(await labelsByMetric()).keys()].filter((name) => name.startsWith('boardwalk_'));
  const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  const bases = new Set([...shown].map(base));
  expect(own.filter((name) => !bases.has(base(name)))).toEqual([]);
});

it('has the panels in the table of docs/operating.md', () => {
  const text = readFileSync('docs/operating.md', 'utf8');
  const table =
    /## What to watch on the day\n[\s\S]*?\n\| panel \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)/.exec(text)?.[1] ?? '';
  const named = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !panels.some(({ title }) => title === name))).toEqual([]);
});
