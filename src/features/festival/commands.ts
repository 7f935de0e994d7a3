import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Festival } from './contract.ts';
import { mergeFacts } from './rules/facts.ts';
import * as store from './store.ts';

declare module '#features/access/commands/writes.ts' {
  interface CommandContext {
    /** What festival.json says; `festivalInForce` has what organisers edited of it. */
    readonly festivalFile: Festival;
  }
}

type FestivalContext = Pick<CommandContext, 'db' | 'festivalFile'>;

/** The facts in force: those of the file, as organisers edited them. */
export const festivalInForce = async ({ db, festivalFile }: FestivalContext, tx: Db = db): Promise<Festival> =>
  mergeFacts(festivalFile, store.factsIn(await store.readFactsText(tx))?.facts ?? null);
