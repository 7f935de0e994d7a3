import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { tooLateToUndo, undoableSince, undoUntil } from '#platform/undo.ts';
import type { EditedFacts, FactsDesk, Festival, StoredFacts } from './contract.ts';
import { changedFacts, editablePart, factsToRecord, mergeFacts, whyNotFacts } from './rules.ts';
import * as store from './store.ts';

/** The facts in force: those of the file, as organisers edited them. */
export const festivalInForce = async (db: Db, file: Festival): Promise<Festival> =>
  mergeFacts(file, store.factsIn(await store.readFactsText(db))?.facts ?? null);

export const readDesk = async ({ db, now }: CommandContext, file: Festival): Promise<FactsDesk> =>
  deskOf(store.factsIn(await store.readFactsText(db)), file, now());

function deskOf(stored: StoredFacts | null, file: Festival, now: Date): FactsDesk {
  const editedAt = stored?.editedAt ?? null;
  return {
    facts: editablePart(mergeFacts(file, stored?.facts ?? null)),
    revision: stored?.revision ?? 0,
    isEdited: stored?.facts != null,
    undoUntil: editedAt !== null && editedAt > undoableSince(now) ? undoUntil(editedAt) : null,
    fileLastDay: file.lastDay,
  };
}

type Edit = { readonly action: string; readonly facts: EditedFacts | null; readonly isUndo?: true };

const changedMeanwhile = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'Another organiser has just changed the festival. Look at it again, then save.');

/**
 * Replaces the edited facts by what `next` returns, and keeps those before for an undo.
 * @throws Refusal CHANGED_MEANWHILE, also for two at once.
 */
const edit = (
  context: CommandContext,
  caller: StaffCaller,
  file: Festival,
  expectedRevision: number | undefined,
  next: (stored: StoredFacts | null) => Edit,
): Promise<FactsDesk> =>
  transact(context.db, async (tx) => {
    const text = await store.readFactsText(tx);
    const stored = store.factsIn(text);
    const { action, facts, isUndo } = next(stored);
    const desk = deskOf(stored, file, context.now());
    const { facts: before, revision } = desk;
    const after = editablePart(mergeFacts(file, facts));
    // Also of an older revision: its first answer may have been lost.
    if (changedFacts(before, after).length === 0 && desk.isEdited === (facts !== null)) return desk;
    if (expectedRevision !== undefined && expectedRevision !== revision) throw changedMeanwhile();
    const made: StoredFacts = {
      revision: revision + 1,
      facts,
      before: isUndo ? null : (stored?.facts ?? null),
      editedAt: isUndo ? null : context.now().toISOString(),
    };
    if (!(await store.replaceFacts(tx, text, made))) throw changedMeanwhile();
    const sides = { before: factsToRecord(before, after), after: factsToRecord(after, before) };
    await record(context, tx, caller.staff, { action, subject: after.name, ...sides });
    return deskOf(made, file, context.now());
  });

type Expected = { readonly expectedRevision?: number | undefined };

/** @throws Refusal BAD_INPUT for facts that contradict each other, CHANGED_MEANWHILE. */
export async function saveFacts(
  context: CommandContext,
  caller: StaffCaller,
  file: Festival,
  { facts, expectedRevision }: Expected & { readonly facts: EditedFacts },
): Promise<FactsDesk> {
  throwRefusal(whyNotFacts(facts));
  return edit(context, caller, file, expectedRevision, () => ({ action: 'festival edited', facts }));
}

/** Drops the edited facts. @throws Refusal CHANGED_MEANWHILE. */
export const useFile = (
  context: CommandContext,
  caller: StaffCaller,
  file: Festival,
  { expectedRevision }: Expected,
): Promise<FactsDesk> =>
  edit(context, caller, file, expectedRevision, () => ({ action: 'festival file used again', facts: null }));

/** @throws Refusal NOT_FOUND when nothing can be undone any more, CHANGED_MEANWHILE. */
export const undoFacts = (
  context: CommandContext,
  caller: StaffCaller,
  file: Festival,
  { expectedRevision }: Expected,
): Promise<FactsDesk> =>
  edit(context, caller, file, expectedRevision, (stored) => {
    // Undone before, and the answer was lost: nothing changes.
    const isRepeat = stored?.editedAt === null && stored.revision - 1 === expectedRevision;
    if (isRepeat) return { action: 'festival edit undone', facts: stored.facts, isUndo: true };
    if (stored === null || deskOf(stored, file, context.now()).undoUntil === null) throw tooLateToUndo();
    return { action: 'festival edit undone', facts: stored.before, isUndo: true };
  });

/** Returns a festival.json with the facts in force, for people to read and edit. */
export async function writeFile({ db, hooks }: CommandContext, file: Festival): Promise<string> {
  const badgeWord = hooks.admission?.fileWord ?? null;
  const festival = await festivalInForce(db, file);
  return `${JSON.stringify({ ...festival, ...(badgeWord === null ? {} : { badgeWord }) }, null, 2)}\n`;
}
