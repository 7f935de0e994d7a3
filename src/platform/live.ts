/**
 * Messages of the live stream, and how a list takes them in (docs/decisions/0011-live-changes.md). Pure; the same for
 * server and browser.
 */

/** A row that screens show live. `revision` rises with every change, so the newer of two states is known. */
export type LiveRow = { readonly id: string; readonly revision: number };

/**
 * The changed fields of a row whose screen has it at revision `from` or later; from 0, all its fields. A field that
 * changed and changed back is not among them, but a screen that read the row in between has it: `checksum` tells.
 */
export type RowChange = LiveRow & { readonly from: number; readonly checksum: number };

/** `event: rows`: what changed in a list. */
export type RowsMessage = {
  readonly topic: string;
  readonly rows: readonly RowChange[];
  /** Ids of deleted rows. */
  readonly gone: readonly string[];
};

/** `event: touched`: something of this topic changed; ask again. */
export type TouchedMessage = { readonly topic: string };

/** `event: hello`: the first of a stream, with the topics that the server takes it to watch. */
export type HelloMessage = { readonly watching: readonly string[] };

/** A stream watches a handful of topics for each page of its browser. The server takes the first of them. */
export const MOST_TOPICS = 32;

/** The header of an answer: the position on the stream at which it was read. */
export const POSITION_HEADER = 'x-live';

/** The header of a write's answer: the topics that it changed, for the browser that wrote. */
export const TOUCHES_HEADER = 'x-touches';

/** The topic of what belongs to one visitor, as screens name it. The server adds whose it is. */
export const MINE = 'mine';

const fieldsOf = (row: LiveRow): Record<string, unknown> => ({ ...row });

/** Returns a 32-bit FNV-1a hash of all fields except for the revision. */
export function checksumOf(row: LiveRow): number {
  const fields = Object.entries(row).filter(([field, value]) => field !== 'revision' && value !== undefined);
  const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Returns what changed between two states of a row, or only its new revision; null when nothing did. */
export function changeOf(before: LiveRow | undefined, after: LiveRow): RowChange | null {
  const checksum = checksumOf(after);
  if (before === undefined) return { ...after, from: 0, checksum };
  const former = fieldsOf(before);
  const changed = Object.entries(after).filter(
    ([field, value]) => field !== 'revision' && JSON.stringify(value) !== JSON.stringify(former[field]),
  );
  if (changed.length === 0 && after.revision === before.revision) return null;
  return { ...Object.fromEntries(changed), id: after.id, from: before.revision, revision: after.revision, checksum };
}

/**
 * Returns the list with the changes made, in no particular order. Older changes than the list are skipped. Returns null
 * when they do not fit the list: it must be read again.
 */
export function withChanges<Row extends LiveRow>(
  rows: readonly Row[],
  { rows: changes, gone }: RowsMessage,
): Row[] | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of gone) byId.delete(id);
  for (const { from, checksum, ...change } of changes) {
    const former = byId.get(change.id);
    if (former !== undefined && change.revision < former.revision) continue;
    if (from > (former?.revision ?? 0)) return null;
    const row = { ...former, ...change } as unknown as Row;
    if (checksumOf(row) !== checksum) return null;
    byId.set(change.id, row);
  }
  return [...byId.values()];
}

/** A message and its position on the stream. */
export type Heard = { readonly position: number; readonly message: RowsMessage };

/** Returns a list that was read at `position` with the messages that came after it; null as `withChanges` does. */
export function caughtUp<Row extends LiveRow>(
  rows: readonly Row[],
  position: number,
  heard: readonly Heard[],
): Row[] | null {
  let list: Row[] | null = [...rows];
  for (const { position: at, message } of heard) {
    if (at > position && list !== null) list = withChanges(list, message);
  }
  return list;
}
