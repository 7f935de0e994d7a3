import { expect, it } from 'vitest';
import { parseMetrics } from '#testing/metrics.ts';
import { Histogram } from './counters.ts';
import { openMetrics } from './metrics.ts';

it('reads the values when they are asked for, in the form of Prometheus', async () => {
  let seats = 1;
  const times = new Histogram([0.1, 0.5]);
  const metrics = await openMetrics([
    { name: 'seats', help: 'Seats.', type: 'gauge', read: () => seats },
    { name: 'times', help: 'Times.', type: 'histogram', read: () => [{ labels: { kind: 'a "b"' }, value: times }] },
  ]);
  metrics.add([{ name: 'late_total', help: 'Added later.', type: 'counter', read: () => [] }]);
  seats = 7;
  for (const time of [0.05, 0.2, 0.3, 2]) times.observe(time);
  const text = await metrics.text();
  expect(text).toContain('# HELP seats Seats.\n# TYPE seats gauge\nseats 7\n');
  expect(text).toContain('# TYPE late_total counter');
  const own = [...parseMetrics(text)].filter(([line]) => line.startsWith('times'));
  expect(own).toEqual([
    ['times_bucket{kind="a \\"b\\"",le="0.1"}', 1],
    ['times_bucket{kind="a \\"b\\"",le="0.5"}', 3],
    ['times_bucket{kind="a \\"b\\"",le="+Inf"}', 4],
    ['times_sum{kind="a \\"b\\""}', 2.55],
    ['times_count{kind="a \\"b\\""}', 4],
  ]);
});
