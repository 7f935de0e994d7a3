import { sql } from 'kysely';
import { type DialectName, isForbidden } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';

const SIZE = {
  sqlite: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  // As text, because it may be larger than 32 bits.
  postgres: sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`,
} as const;

/** Returns the database's size; null when the program lacks the right to ask. */
export async function databaseBytes(db: Db, dialect: DialectName): Promise<number | null> {
  try {
    const { rows } = await SIZE[dialect].execute(db);
    return Number(rows[0]?.bytes ?? Number.NaN) || null;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return null;
  }
}
