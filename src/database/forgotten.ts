/**
 * Forgotten names may stand in texts that others typed. A job takes them out: the call that forgets would hold up
 * everybody if it read all texts. Until then `meta` has their keyed hashes.
 */
import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { pauses } from '#platform/server/turns.ts';
import { takeMeta } from './meta.ts';
import type { Db, Schema } from './schema.ts';
import { noteChange, transact } from './transactions.ts';

const FORMER = 'Former player';
const KEY = 'visitor forgotten ';

/** Texts from `since` on name somebody else. `name`: the hash of its `words` words. */
export type Forgotten = { readonly name: string; readonly words: number; readonly since: string };

/** A column of text, or of JSON with texts in these `fields`. */
export type Typed = {
  readonly table: keyof Schema;
  /** `id` by default. */
  readonly key?: string;
  readonly column: string;
  readonly fields?: readonly string[];
  readonly at: string;
  readonly only?: RawBuilder<boolean>;
  /** Noted when a text changes. */
  readonly topic?: string;
};

/** `Zoë (of Berlin)` → zoë, of, berlin */
const wordsIn = (text: string) => [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
const hashOf = (secret: string, words: readonly string[]): string =>
  createHmac('sha256', secret).update(words.join(' ').toLowerCase()).digest('base64url');

/** A single letter is no name. */
export function asForgotten(secret: string, name: string, since: string): Forgotten | null {
  const words = wordsIn(name).map(([word]) => word);
  return words.join('').length < 2 ? null : { name: hashOf(secret, words), words: words.length, since };
}

export async function noteForgotten(db: Db, secret: string, names: readonly string[], since: string): Promise<void> {
  for (const name of new Set(names)) {
    const forgotten = asForgotten(secret, name, since);
    if (forgotten !== null) await takeMeta(db, `${KEY}${forgotten.name} ${forgotten.words}`, since);
  }
}

export async function listForgotten(db: Db, most: number): Promise<Forgotten[]> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'like', `${KEY}%`).limit(most).execute();
  return rows.map(({ key, value: since }) => {
    const [name = '', words] = key.slice(KEY.length).split(' ');
    return { name, words: Number(words), since };
  });
}

export async function dropForgotten(db: Db, names: readonly Forgotten[]): Promise<void> {
  for (const { name, words } of names)
    await db.deleteFrom('meta').where('key', '=', `${KEY}${name} ${words}`).execute();
}

/** Whole words: `Beat Al, also Ann` without Al is `Beat Former player, also Ann`. */
export function withoutNames(secret: string, names: readonly Forgotten[]): (text: string, at: string) => string {
  const since = new Map(names.map(({ name, since: at }) => [name, at]));
  const lengths = [...new Set(names.map(({ words }) => words))].sort((one, other) => other - one);
  return (text, at) => {
    const words = wordsIn(text);
    let [cleaned, copied] = ['', 0];
    for (let from = 0; from < words.length; from += 1) {
      const length = lengths.find((count) => {
        const run = words.slice(from, from + count).map(([word]) => word);
        return run.length === count && (since.get(hashOf(secret, run)) ?? '~') <= at;
      });
      const [first, last] = [words[from], words[from + (length ?? 0) - 1]];
      if (length === undefined || first === undefined || last === undefined) continue;
      cleaned += text.slice(copied, first.index) + FORMER;
      copied = last.index + last[0].length;
      from += length - 1;
    }
    return cleaned + text.slice(copied);
  };
}

const PAGE = 500;

type Row = { readonly id: string; readonly text: string; readonly at: string };

export async function clearTyped(
  db: Db,
  { table, key = 'id', column, fields, at: time, only = sql<boolean>`1 = 1`, topic }: Typed,
  { clean, earliest }: { readonly clean: ReturnType<typeof withoutNames>; readonly earliest: string },
): Promise<void> {
  const [from, id, text, at] = [sql.table(table), sql.ref(key), sql.ref(column), sql.ref(time)];
  const isTyped = (field: string) => fields?.includes(field);
  const cleanRow = (row: Row): string =>
    fields === undefined
      ? clean(row.text, row.at)
      : JSON.stringify(JSON.parse(row.text), (field, value) =>
          isTyped(field) && typeof value === 'string' ? clean(value, row.at) : value,
        );
  const rest = pauses();
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`
      select distinct ${id} as id, ${text} as text, ${at} as at from ${from}
      where ${id} > ${after} and ${text} is not null and ${at} >= ${earliest} and ${only} order by 1 limit ${PAGE}`.execute(
      db,
    );
    const changed: (Row & { readonly cleaned: string })[] = [];
    for (const row of rows) {
      const cleaned = cleanRow(row);
      if (cleaned !== row.text) changed.push({ ...row, cleaned });
      await rest();
    }
    if (changed.length > 0)
      await transact(db, async (tx) => {
        for (const row of changed)
          await sql`update ${from} set ${text} = ${row.cleaned} where ${id} = ${row.id} and ${text} = ${row.text}`.execute(
            tx,
          );
        if (topic !== undefined) noteChange(tx, topic);
      });
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? '';
  }
}
