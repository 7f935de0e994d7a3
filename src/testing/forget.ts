/** Forgets with the duties of every slice, for tests of features, which may not import src/app. */
import { SLICES } from '#app/server/slices.ts';
import type { Db } from '#database/schema.ts';
import * as privacy from '#features/privacy/commands.ts';

export const forgetVisitor = (db: Db, id: string): Promise<void> => privacy.forgetVisitor(db, SLICES, id);
export const forgetEverything = (db: Db): Promise<void> => privacy.forgetEverything(db, SLICES);
