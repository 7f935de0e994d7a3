/** Limits how many pages and lists are rendered at once, overall and per network. Cached responses do not count. */
import { busy, type Limits } from './limits.ts';
import type { Network } from './network.ts';

export type RenderGate = <T>(network: Network, make: () => Promise<T>) => Promise<T>;

/** Renders that no request waits for count as one network's. */
export const OURSELVES: Network = { key: 'background', wider: null, factor: 1 };

/** A /48 may use half of all slots; a network may use `rendersPerNetwork`. */
const WIDER_SHARE = 0.5;
/** Requests that may wait per slot, and how long, in milliseconds. */
const WAITING_PER_SLOT = 64;
const PATIENCE = 2000;

type Waiting = { readonly network: Network; start(): void };

/**
 * Returns a function that renders when a slot is free. It throws Refusal BUSY when the queue is full or the wait is
 * too long.
 */
export function renderGate({ renders, rendersPerNetwork }: Pick<Limits, 'renders' | 'rendersPerNetwork'>): RenderGate {
  const line = new Set<Waiting>();
  const inProgress = new Map<string, number>();
  const inLine = new Map<string, number>();
  let all = 0;

  const slotsOf = ({ factor }: Network): number => rendersPerNetwork * factor;

  const hasSlot = (network: Network): boolean => {
    const { key, wider } = network;
    if (all >= renders || (inProgress.get(key) ?? 0) >= slotsOf(network)) return false;
    return wider === null || (inProgress.get(wider) ?? 0) < renders * WIDER_SHARE;
  };

  const mayWait = (network: Network): boolean => {
    const { key, wider } = network;
    const most = renders * WAITING_PER_SLOT;
    if (line.size >= most || (inLine.get(key) ?? 0) >= slotsOf(network) * WAITING_PER_SLOT) return false;
    return wider === null || (inLine.get(wider) ?? 0) < most * WIDER_SHARE;
  };

  function count(counts: Map<string, number>, { key, wider }: Network, change: 1 | -1): void {
    for (const holder of wider === null ? [key] : [key, wider]) {
      const now = (counts.get(holder) ?? 0) + change;
      if (now === 0) counts.delete(holder);
      else counts.set(holder, now);
    }
  }

  /** First come, first served among requests whose network has a free slot. */
  function startNext(): void {
    if (all >= renders) return;
    for (const waiting of line) {
      if (!hasSlot(waiting.network)) continue;
      waiting.start();
      return;
    }
  }

  function waitForSlot(network: Network): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        line.delete(waiting);
        count(inLine, network, -1);
      };
      const waiting: Waiting = {
        network,
        start() {
          leave();
          take(network);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(busy());
      }, PATIENCE);
      line.add(waiting);
      count(inLine, network, 1);
    });
  }

  function take(network: Network): void {
    all += 1;
    count(inProgress, network, 1);
  }

  return async (network, make) => {
    if (hasSlot(network)) take(network);
    else if (mayWait(network)) await waitForSlot(network);
    else throw busy();
    try {
      return await make();
    } finally {
      all -= 1;
      count(inProgress, network, -1);
      startNext();
    }
  };
}
