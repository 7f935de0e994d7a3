import { expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { testClock } from '#testing/context.ts';
import { refusedSends } from './commands.ts';
import { hostOf } from './rules.ts';

it('counts refusals of the last hour by service, and names no host that a stranger chose', () => {
  const clock = testClock();
  const { add, list } = refusedSends(clock.now);
  const refuse = (endpoint: string, status: number) => add(hostOf(endpoint), `it answered ${status}`);
  refuse('https://fcm.googleapis.com/fcm/send/x', 403);
  clock.pass(HOUR);
  refuse('https://web.push.apple.com/a', 403);
  refuse('https://api.push.apple.com/b', 403);
  refuse('https://apple.com.call-this-number.example/c', 400);
  expect(list().map(({ service, why, count }) => [service, why, count])).toEqual([
    ['Apple', 'it answered 403', 2],
    ['another service', 'it answered 400', 1],
  ]);
  clock.pass(HOUR);
  refuse('https://web.push.apple.com/a', 403);
  expect(list()).toMatchObject([{ service: 'Apple', count: 1 }]);
});
