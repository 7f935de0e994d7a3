import { readMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { raced } from '#platform/refusal.ts';
import type { Festival } from './contract.ts';
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

type Days = Pick<Festival, 'firstDay' | 'lastDay'>;

/** Gives the festival other days and no moment when it opens. An edit before can't be undone any more. */
export async function moveFestival({ festivalFile }: FestivalContext, tx: Db, days: Days): Promise<void> {
  const text = await store.readFactsText(tx);
  const { facts: edited = null, revision = 0 } = store.factsIn(text) ?? {};
  // Null, because a moment in festival.json would hold where there is none.
  const facts = {
    ...editablePart(mergeFacts(festivalFile, edited)),
    ...days,
    opensAt: null,
    registrationOpensAt: null,
  };
  const next = { revision: revision + 1, facts, before: null, editedAt: null };
  if (!(await store.replaceFacts(tx, text, next))) throw raced('the facts were edited');
  await store.setOpening(tx, null);
}
