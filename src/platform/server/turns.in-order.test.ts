import { expect, it } from 'vitest';
import { inOrder } from './turns.ts';

it('runs acts with the same key in sequence, and with different keys concurrently', async () => {
  const turns = inOrder();
  const log: string[] = [];
  const gates = new Map(['a1', 'a2', 'b1'].map((name) => [name, Promise.withResolvers<void>()]));
  const act = (name: string) => async () => {
    log.push(`${name} begins`);
    await gates.get(name)?.promise;
    log.push(`${name} ends`);
    return name;
  };
  const all = [turns('a', act('a1')), turns('a', act('a2')), turns('b', act('b1'))];
  for (const name of ['b1', 'a2', 'a1']) {
    gates.get(name)?.resolve();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

it('continues after a failed act, and rejects for its caller', async () => {
  const turns = inOrder();
  const failed = turns('a', () => Promise.reject(new Error('no')));
  const next = turns('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
