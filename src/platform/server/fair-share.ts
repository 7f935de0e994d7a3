/** Finds the network that holds the most, which must give up a stream or a connection when all are taken. */
import type { Network } from './network.ts';

/** A /48 counts as the largest holder only when it holds this many times as much as any network. */
const WIDER_LEAD = 4;

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

    /** Returns the items of the largest holder, oldest first. */
    ofLargest(): Iterable<T> {
      return wide.most() > WIDER_LEAD * narrow.most() ? wide.ofLargest() : narrow.ofLargest();
    },
  };
}

/** Items by holder. Finds the largest holder in constant time, also among 10,000. */
function holders<T>() {
  const items = new Map<string, Set<T>>();
  /** Holders by their number of items. */
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
    // Counts change by one, so this holder itself has the next smaller count.
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
