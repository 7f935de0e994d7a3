import type { CommandContext } from '#features/access/commands/writes.ts';
import { type StaffWriting, staffWrites } from '#features/audit/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { attachment } from '#platform/server/headers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { tooLateToUndo, undoableSince, undoUntil } from '#platform/undo.ts';
import { festivalInForce } from './commands.ts';
import type { EditedFacts, FactsDesk, StoredFacts } from './contract.ts';
import * as contract from './contract.ts';
import { changedFacts, editablePart, factsToRecord, mergeFacts, whyNotFacts } from './rules/facts.ts';
import { closedUntil } from './rules/opening.ts';
import * as store from './store.ts';

type Edit = { readonly action: string; readonly facts: EditedFacts | null; readonly isUndo?: true };
type EditDesk = StaffWriting & { readonly body: { readonly expectedRevision?: number | undefined } };

const changedMeanwhile = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'Another organiser has just changed the festival. Look at it again, then save.');

const placesExist = (): Refusal =>
  new Refusal('NOT_EMPTY', 'People have places already, so the programme stays open.', { field: 'facts.opensAt' });

export function festivalRoutes(serve: Serve, context: CommandContext): void {
  const { db, festivalFile: file } = context;
  const write = staffWrites(serve, context);

  function deskOf(stored: StoredFacts | null, now: Date): FactsDesk {
    const editedAt = stored?.editedAt ?? null;
    return {
      facts: editablePart(mergeFacts(file, stored?.facts ?? null)),
      revision: stored?.revision ?? 0,
      isEdited: stored?.facts != null,
      undoUntil: editedAt !== null && editedAt > undoableSince(now) ? undoUntil(editedAt) : null,
      fileLastDay: file.lastDay,
    };
  }

  /** Replaces the edited facts by what `next` returns, and keeps those before for an undo. */
  async function edit(
    { tx, now, at, body: { expectedRevision }, note }: EditDesk,
    next: (stored: StoredFacts | null) => Edit,
  ): Promise<FactsDesk> {
    const text = await store.readFactsText(tx);
    const stored = store.factsIn(text);
    const { action, facts, isUndo } = next(stored);
    const desk = deskOf(stored, now);
    const { facts: before, revision } = desk;
    const after = editablePart(mergeFacts(file, facts));
    // Also of an older revision: its first answer may have been lost.
    if (changedFacts(before, after).length === 0 && desk.isEdited === (facts !== null)) {
      await note(null);
      return desk;
    }
    if (expectedRevision !== undefined && expectedRevision !== revision) throw changedMeanwhile();
    const made: StoredFacts = {
      revision: revision + 1,
      facts,
      before: isUndo ? null : (stored?.facts ?? null),
      editedAt: isUndo ? null : at,
    };
    // Of two edits at once one replaces them.
    if (!(await store.replaceFacts(tx, text, made))) throw changedMeanwhile();
    const closed = closedUntil(after, now);
    if (closed !== null && closedUntil(before, now) === null && (await store.hasVisitorsPlaces(tx)))
      throw placesExist();
    await store.setOpening(tx, closed);
    const sides = { before: factsToRecord(before, after), after: factsToRecord(after, before) };
    await note({ action, subject: after.name, ...sides });
    return deskOf(made, now);
  }

  serve(contract.readFestival, () => festivalInForce(context));

  serve(contract.readFacts, async () => deskOf(store.factsIn(await store.readFactsText(db)), context.now()));

  write(contract.saveFacts, async (given) => {
    const { facts } = given.body;
    throwRefusal(whyNotFacts(facts));
    return edit(given, () => ({ action: 'festival edited', facts }));
  });

  write(contract.useFile, (given) => edit(given, () => ({ action: 'festival file used again', facts: null })));

  write(contract.undoFacts, (given) =>
    edit(given, (stored) => {
      // Undone before, and the answer was lost: nothing changes.
      const isRepeat = stored?.editedAt === null && stored.revision - 1 === given.body.expectedRevision;
      if (isRepeat) return { action: 'festival edit undone', facts: stored.facts, isUndo: true };
      if (stored === null || deskOf(stored, given.now).undoUntil === null) throw tooLateToUndo();
      return { action: 'festival edit undone', facts: stored.before, isUndo: true };
    }),
  );

  serve(contract.exportFacts, async ({ header }) => {
    header(...attachment('festival.json'));
    const badgeWord = context.hooks.admission?.fileWord ?? null;
    const festival = await festivalInForce(context);
    return `${JSON.stringify({ ...festival, ...(badgeWord === null ? {} : { badgeWord }) }, null, 2)}\n`;
  });
}
