import { expect, it } from 'vitest';
import { networkOf } from './caller.ts';
import { fairShare } from './connections.ts';

const filled = (addresses: readonly string[]) => {
  const share = fairShare<number>();
  for (const [item, address] of addresses.entries()) share.add(item, networkOf(address));
  return share;
};
const oldest = (share: ReturnType<typeof fairShare<number>>) => [...share.ofLargest()][0];

it('the largest holder is none at first', () => {
  expect([...fairShare<number>().ofLargest()]).toEqual([]);
});

it('the largest holder is the network with the most items, listed oldest first', () => {
  expect([...filled(['10.0.0.1', '10.0.0.2', '10.0.0.2', '10.0.0.3', '10.0.0.2']).ofLargest()]).toEqual([1, 2, 4]);
});

it('the largest holder changes when it releases items', () => {
  const share = filled(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2']);
  share.delete(0);
  share.delete(1);
  expect([...share.ofLargest()]).toEqual([3, 4]);
  for (const item of [3, 4, 3, 2, 9]) share.delete(item);
  expect([share.size, ...share.ofLargest()]).toEqual([0]);
  share.add(7, networkOf('10.0.0.9'));
  expect([...share.ofLargest()]).toEqual([7]);
});

it('the largest holder counts an IPv6 /64 as one, whatever addresses it uses', () => {
  const share = filled(['10.0.0.1', '10.0.0.1', '2001:db8::1', '2001:db8::2', '2001:db8::3']);
  expect([...share.ofLargest()]).toEqual([2, 3, 4]);
});

it('the largest holder is an IPv6 /48 that spreads over /64s, once it holds more than four times as much as any network', () => {
  const subnets = (count: number) => Array.from({ length: count }, (_, subnet) => `2001:db8:1:${subnet}::1`);
  expect(oldest(filled(['10.0.0.1', '10.0.0.1', ...subnets(8)]))).toBe(0);
  expect(oldest(filled(['10.0.0.1', '10.0.0.1', ...subnets(9)]))).toBe(2);
});

it('the largest holder always equals the result of a plain count', () => {
  const share = fairShare<number>();
  const held = new Map<number, string>();
  for (let step = 0; step < 5000; step += 1) {
    const item = (step * 7919) % 97;
    if (held.delete(item)) share.delete(item);
    else {
      const address = `10.0.0.${(step * 31) % 11}`;
      held.set(item, address);
      share.add(item, networkOf(address));
    }
    const counts = Map.groupBy(held.values(), (address) => address);
    const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
    const largest = [...share.ofLargest()];
    expect(largest).toHaveLength(most);
    expect(new Set(largest.map((one) => held.get(one))).size).toBe(most === 0 ? 0 : 1);
  }
});
