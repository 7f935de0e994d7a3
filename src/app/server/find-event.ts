import type { Db } from '#database/schema.ts';
import { readId } from '#features/brackets/rules/wire.ts';
import { readScoped } from '#features/events/store.ts';
import { readMessageEvent } from '#features/messages/store.ts';
import { readEventId } from '#features/rsvps/store.ts';
import type { FindEvent } from '#platform/server/serve.ts';

/** Finds the event that a call is about, for the scope of a helper. */
export const findEventIn =
  (db: Db): FindEvent =>
  async (kind, id) => {
    const ids = {
      event: async () => id,
      place: () => readEventId(db, id),
      match: async () => readId(id)?.eventId ?? null,
      message: () => readMessageEvent(db, id),
    };
    const eventId = await ids[kind]();
    return eventId === null || eventId === 'none' ? eventId : readScoped(db, eventId);
  };
