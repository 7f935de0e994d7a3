/** See docs/decisions/0011-live-changes.md. */

/** `revision` rises with every change, so the newer of two states is known. */
export type LiveRow = { readonly id: string; readonly revision: number };

/**
 * The changed fields of a row whose screen has it at revision `from` or later; from 0, all fields. A screen that read
 * the row in between may have a field that changed and changed back: `checksum` tells.
 */
export type RowChange = LiveRow & { readonly from: number; readonly checksum: number };

/** `event: rows` */
export type RowsMessage = {
  readonly topic: string;
  readonly rows: readonly RowChange[];
  readonly gone: readonly string[];
};

/** `event: touched`: the screen asks again. */
export type TouchedMessage = { readonly topic: string };

/** `event: hello`: the first event of a stream, with the topics that the server accepted. */
export type HelloMessage = { readonly watching: readonly string[] };

/** The server takes the first of the topics that a browser names. */
export const MOST_TOPICS = 32;

/** The stream position at which an answer was read. */
export const POSITION_HEADER = 'x-live';

/** The topics that a write changed, for the browser that wrote. */
export const TOUCHES_HEADER = 'x-touches';

/** What belongs to one visitor; the server adds whose it is. */
export const MINE = 'mine';

const fieldsOf = (row: LiveRow): Record<string, unknown> => ({ ...row });

/** 32-bit FNV-1a of all fields except the revision. */
export function checksumOf(row: LiveRow): number {
  const fields = Object.entries(row).filter(([field, value]) => field !== 'revision' && value !== undefined);
  const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Null when nothing changed; otherwise at least the new revision. */
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

/** In no order. Skips changes older than the list; null when they do not fit, and the list must be read again. */
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

export type Heard = { readonly position: number; readonly message: RowsMessage };

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
