import { expect, it } from 'vitest';
import { parseMetrics } from '#testing/metrics.ts';
import { openMetrics } from './metrics.ts';

it('reads the values when they are asked for, in the form of Prometheus', async () => {
  let seats = 1;
  const metrics = await openMetrics();
  metrics.add([{ name: 'seats', help: 'Seats.', type: 'gauge', read: () => seats }]);
  metrics.add([{ name: 'late_total', help: 'Added later.', type: 'counter', read: () => [] }]);
  const times = metrics.histogram('times', 'Times.', [0.1, 0.5], ['kind']);
  seats = 7;
  for (const time of [0.05, 0.2, 0.3, 2]) times.observe({ kind: 'a "b"' }, time);
  const text = await metrics.text();
  expect(text).toContain('# HELP seats Seats.\n# TYPE seats gauge\nseats 7\n');
  expect(text).toContain('# TYPE late_total counter');
  const own = [...parseMetrics(text)].filter(([line]) => line.startsWith('times'));
  expect(own.sort()).toEqual([
    ['times_bucket{le="+Inf",kind="a \\"b\\""}', 4],
    ['times_bucket{le="0.1",kind="a \\"b\\""}', 1],
    ['times_bucket{le="0.5",kind="a \\"b\\""}', 3],
    ['times_count{kind="a \\"b\\""}', 4],
    ['times_sum{kind="a \\"b\\""}', 2.55],
  ]);
});
