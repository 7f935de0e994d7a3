/** Full events and their waiting lists. */
import { transact } from '#database/connect.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { createEvent } from '#features/events/commands.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { takePlace } from '#features/rsvps/commands.ts';
import { NOBODY } from './context.ts';
import { anEvent } from './factories.ts';

/** Adds an event whose seats are all taken, by places of no device named Holder 1, Holder 2. Returns its id. */
export async function fullEvent(
  { context }: { readonly context: CommandContext },
  { capacity = 2, ...said }: Partial<NewEvent> = {},
): Promise<string> {
  const { id: eventId } = await createEvent(context, NOBODY, anEvent({ capacity, ...said }));
  for (let holder = 1; holder <= capacity; holder += 1) {
    const place = { eventId, playerName: `Holder ${holder}`, visitorId: null };
    await transact(context.db, (tx) => takePlace(context, tx, place));
  }
  return eventId;
}
