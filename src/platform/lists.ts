/** The oldest browsers have no Map.groupBy. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** So that no statement and no turn of the event loop takes the whole list. */
export function batchesOf<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += size) batches.push(all.slice(from, from + size));
  return batches;
}

export function firstTwice<T>(list: readonly T[], keyOf: (item: T) => string): string | null {
  const seen = new Set<string>();
  for (const item of list) {
    const key = keyOf(item);
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return null;
}
