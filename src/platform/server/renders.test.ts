import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkOf } from './network.ts';
import { renderGate } from './renders.ts';

const [HERE, THERE] = [networkOf('10.0.0.1'), networkOf('10.0.0.2')];
const BUSY = expect.objectContaining({ code: 'BUSY', retryAfter: 3 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Renders that last until the test ends them. */
function scene(renders: number, rendersPerNetwork: number) {
  const gate = renderGate({ renders, rendersPerNetwork });
  const open: { address: string; end(): void }[] = [];
  const answers: unknown[] = [];
  const ask = (address: string) =>
    gate(networkOf(address), async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      open.push({ address, end: resolve });
      await promise;
    }).then(
      () => answers.push('made'),
      (error: unknown) => answers.push(error),
    );
  const endFirst = async () => {
    open.shift()?.end();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ask, open, endFirst, answers, addresses: () => open.map(({ address }) => address) };
}

describe('the render gate', () => {
  it('passes on results and errors, and continues after both', async () => {
    const gate = renderGate({ renders: 1, rendersPerNetwork: 1 });
    const all = [
      gate(HERE, async () => 'page'),
      gate(HERE, () => Promise.reject(new Error('away'))),
      gate(THERE, async () => 'list'),
    ];
    expect((await Promise.allSettled(all)).map((one) => ('value' in one ? one.value : one.reason.message))).toEqual([
      'page',
      'away',
      'list',
    ]);
  });

  it('lets one network use its share while others continue', async () => {
    const { ask, addresses, endFirst } = scene(8, 2);
    for (let count = 0; count < 5; count += 1) void ask('10.0.0.1');
    void ask('10.0.0.2');
    expect(addresses()).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.2']);
    await endFirst();
    expect(addresses()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.1']);
  });

  it('lets several networks use all slots, first come, first served', async () => {
    const { ask, addresses, endFirst } = scene(2, 2);
    for (const last of [1, 2, 3, 4]) void ask(`10.0.0.${last}`);
    expect(addresses()).toEqual(['10.0.0.1', '10.0.0.2']);
    await endFirst();
    await endFirst();
    expect(addresses()).toEqual(['10.0.0.3', '10.0.0.4']);
  });

  it('lets one IPv6 /48 use half of all slots', () => {
    const { ask, open } = scene(8, 2);
    for (let subnet = 0; subnet < 20; subnet += 1) void ask(`2001:db8:1:${subnet}::1`);
    expect(open).toHaveLength(4);
  });

  it('refuses a request when its network’s queue is full, and after waiting two seconds', async () => {
    const { ask, answers, open, endFirst } = scene(8, 1);
    for (let count = 0; count < 1 + 64; count += 1) void ask('10.0.0.1');
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual([]);
    void ask('10.0.0.1');
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual([BUSY]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(answers).toEqual(Array(65).fill(BUSY));
    await endFirst();
    void ask('10.0.0.1');
    expect([answers.at(-1), open.length]).toEqual(['made', 1]);
  });

  it('has no limit without the settings', () => {
    const { ask, open } = scene(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    for (let count = 0; count < 500; count += 1) void ask('10.0.0.1');
    expect(open).toHaveLength(500);
  });
});
