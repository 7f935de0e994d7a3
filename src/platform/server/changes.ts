/** By topic: the ids of the rows that changed, or null when any may have. */
export type Changes = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Connection to other instances; null on a database that only one instance opens. */
export type Relay = {
  send(changes: Changes): void;
  /** `hear(null)` means that messages may have been lost. */
  start(hear: (changes: Changes | null) => void): Promise<void>;
  stop(): Promise<void>;
};

/** Adds a change; null outweighs any ids. */
export function mergeChange(
  changes: Map<string, Set<string> | null>,
  topic: string,
  ids: Iterable<string> | null,
): void {
  const present = changes.get(topic);
  if (present === null) return;
  if (ids === null) changes.set(topic, null);
  else if (present === undefined) changes.set(topic, new Set(ids));
  else for (const id of ids) present.add(id);
}
