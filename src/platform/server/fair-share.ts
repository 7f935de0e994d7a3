/** Finds who must give up a stream or a connection when all are taken: the network that holds the most. */
import type { Network } from './network.ts';

/** A /48 may hold this many times as much as one network before it counts as the largest holder. */
const WIDER_SHARE = 4;

export function fairShare<T>() {
  const networks = new Map<T, Network>();
  const narrow = holders<T>();
  const wide = holders<T>();
  return {
    get size(): number {
      return networks.size;
    },

    add(item: T, network: Network): void {
      networks.set(item, network);
      narrow.add(network.key, item);
      if (network.wider !== null) wide.add(network.wider, item);
    },

    delete(item: T): void {
      const network = networks.get(item);
      if (network === undefined) return;
      networks.delete(item);
      narrow.delete(network.key, item);
      if (network.wider !== null) wide.delete(network.wider, item);
    },

    all: (): Iterable<T> => networks.keys(),

    /** The items of the largest holder, oldest first. */
    ofLargest(): Iterable<T> {
      return wide.most() > WIDER_SHARE * narrow.most() ? wide.ofLargest() : narrow.ofLargest();
    },
  };
}

/** Items by holder. The largest holder is known without a search, also among 10,000. */
function holders<T>() {
  const items = new Map<string, Set<T>>();
  /** The holders of exactly so many items. */
  const holding = new Map<number, Set<string>>();
  let most = 0;

  function move(holder: string, from: number, to: number): void {
    const before = holding.get(from);
    before?.delete(holder);
    if (before?.size === 0) holding.delete(from);
    if (to > 0) {
      const now = holding.get(to);
      if (now === undefined) holding.set(to, new Set([holder]));
      else now.add(holder);
    }
    // Counts change by one, so the next smaller count is held by this holder at the least.
    if (to > most || (from === most && !holding.has(from))) most = to;
  }

  return {
    most: () => most,

    add(holder: string, item: T): void {
      const own = items.get(holder) ?? new Set();
      items.set(holder, own.add(item));
      move(holder, own.size - 1, own.size);
    },

    delete(holder: string, item: T): void {
      const own = items.get(holder);
      if (own === undefined || !own.delete(item)) return;
      move(holder, own.size + 1, own.size);
      if (own.size === 0) items.delete(holder);
    },

    ofLargest(): Iterable<T> {
      const [holder] = holding.get(most) ?? [];
      return (holder === undefined ? undefined : items.get(holder)) ?? [];
    },
  };
}
