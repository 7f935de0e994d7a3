/** Organisers hand over places and waiting entries of a lost phone: the phone that uses the code takes them over. */
import { noteOwners } from '#database/changes.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { settleAmendments } from '#features/amendments/store.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { renameEntrant } from '#features/brackets/store.ts';
import { holdEvents, listEvents } from '#features/events/store.ts';
import { tellHolder } from '#features/notices/commands.ts';
import { findOwner } from '#features/users/store.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Holding, Joined } from '../contract.ts';
import { codeUnknown, nothingToMove, peopleIn } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Returns what can be handed over with a place or a user: what is under the name, and what else is on the same phone.
 * Holds no e-mail. @throws Refusal NOT_FOUND.
 */
export async function listHoldings({ db }: CommandContext, id: string): Promise<Holding[]> {
  const [held] = await store.listHeld(db, { ids: [id] });
  const user = held === undefined ? await findOwner(db, id) : null;
  const nameKey = held?.nameKey ?? user?.nameKey;
  if (nameKey === undefined) throw new Refusal('NOT_FOUND', 'This name is not there any more.');
  // The same name on two phones may be two people: a place stands for its phone, a user for all of the name.
  const named = user === null ? [] : await store.listHeldBy(db, nameKey);
  const phones = new Set([held, user, ...named].flatMap((one) => one?.visitorId ?? []));
  const all = [
    ...(held === undefined ? [] : [held]),
    ...named,
    ...(await store.listHeld(db, { visitorIds: [...phones] })),
  ];
  const unique = [...new Map(all.map((one) => [one.id, one])).values()];
  const events = new Map(
    (
      await listEvents(
        db,
        unique.map(({ eventId }) => eventId),
      )
    ).map((event) => [event.id, event]),
  );
  return unique
    .flatMap(({ id: held, eventId, playerName, waits, nameKey: key }) => {
      const event = events.get(eventId);
      return event === undefined
        ? []
        : [
            {
              ...{ id: held, playerName, waits },
              title: event.title,
              startTime: event.startTime,
              named: key === nameKey,
            },
          ];
    })
    .sort((one, other) => Number(other.named) - Number(one.named) || (one.startTime < other.startTime ? -1 : 1));
}

type TakingOver = {
  readonly codeHash: string;
  readonly visitorId: string;
  readonly ids: readonly string[];
  readonly sessionId: string;
};

/**
 * Gives what is left of it to the visitor; their former phones are told. Locks the events, so that nobody cancels in
 * between. @throws Refusal LINK_OVER or GONE.
 */
export async function takeOver(
  context: CommandContext,
  tx: Db,
  { codeHash, visitorId, ids, sessionId }: TakingOver,
): Promise<Joined> {
  const seen = await store.listHeld(tx, { ids });
  const events = new Map(
    (
      await holdEvents(
        tx,
        seen.map(({ eventId }) => eventId),
      )
    ).map((event) => [event.id, event]),
  );
  if (!(await store.spendCode(tx, codeHash))) throw codeUnknown();
  const present = await store.listHeld(tx, { ids });
  const held = present.filter((one) => one.visitorId !== visitorId && events.has(one.eventId));
  if (held.length === 0) throw nothingToMove();
  await store.handOver(tx, held, visitorId);
  await settleAmendments(
    tx,
    held.map(({ id }) => id),
  );
  const by = { visitorId: null, deviceId: null, adminSessionId: sessionId };
  for (const { id, eventId, playerName, visitorId: former, waits } of held) {
    const event = events.get(eventId);
    if (event === undefined) continue;
    if (event.bracketDrawn) await renameEntrant(tx, eventId, id);
    await tellHolder(context, tx, { kind: 'handed-over', visitorId: former, playerName, event });
    noteOwners(tx, [{ visitor_id: former }, { visitor_id: visitorId }]);
    const who = person(id, playerName, visitorId);
    const said = { playerName: who, event: event.title, waits };
    await record(context, tx, by, {
      action: 'handed over to another phone',
      who,
      subject: event.title,
      eventId,
      before: said,
      after: said,
    });
  }
  return { kind: 'handover', people: peopleIn(held) };
}
