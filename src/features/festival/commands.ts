import { readMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { raced } from '#platform/refusal.ts';
import type { EditedFacts, Festival } from './contract.ts';
import { editablePart, mergeFacts } from './rules/facts.ts';
import { closedUntil } from './rules/opening.ts';
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

type Timed = FestivalContext & Pick<CommandContext, 'now'>;

/** Whether the programme is to open or close. */
export const isOpeningDue = async (context: Timed): Promise<boolean> =>
  (await readMeta(context.db, store.OPENS)) !== closedUntil(await festivalInForce(context), context.now());

/** Opens or closes the programme as the facts say. */
export const followOpening = (context: Timed): Promise<boolean> =>
  transact(context.db, async (tx) =>
    store.setOpening(tx, closedUntil(await festivalInForce(context, tx), context.now())),
  );

/** An edit before can't be undone any more. */
export async function changeFacts(context: FestivalContext, tx: Db, changed: Partial<EditedFacts>): Promise<void> {
  const text = await store.readFactsText(tx);
  const { facts: edited = null, revision = 0 } = store.factsIn(text) ?? {};
  const facts = { ...editablePart(mergeFacts(context.festivalFile, edited)), ...changed };
  const next = { revision: revision + 1, facts, before: null, editedAt: null };
  if (!(await store.replaceFacts(tx, text, next))) throw raced('the facts were edited');
}

type Days = Pick<Festival, 'firstDay' | 'lastDay'>;

/** Gives the festival other days, no moment when it opens, and no thanks. */
export async function moveFestival(context: FestivalContext, tx: Db, days: Days): Promise<void> {
  // Null, because what festival.json has would hold where there is none.
  const none = { opensAt: null, registrationOpensAt: null, thanks: null, thanksPictures: [] };
  await changeFacts(context, tx, { ...days, ...none });
  await store.setOpening(tx, null);
}
