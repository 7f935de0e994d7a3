/** A burst of registrations: many new phones of one network at once. */
import type { Burst, Registrations } from '#features/limits/contract.ts';
import { addRemoval, keep } from '#features/limits/store.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import type { StoredPlace } from '#features/rsvps/store.ts';
import type { Browser, TestApp } from './app.ts';

/** What one phone does; the number makes its names unique. */
export type Act = (phone: Browser, number: number) => Promise<unknown>;

/** Lets `count` new phones of one network act one after the other at the same time of the clock. Returns them. */
export async function phones(
  { browser, context }: TestApp,
  count: number,
  act: Act,
  network = 'hotel',
): Promise<Browser[]> {
  const known = await context.db.selectFrom('visitors').select('id').execute();
  const browsers = Array.from({ length: count }, () => browser());
  for (const [number, phone] of browsers.entries()) await act(phone, number);
  const newVisitors = context.db.updateTable('visitors').set({ network });
  // Every phone of a test has the same address.
  await newVisitors.where('id', 'not in', ['', ...known.map(({ id }) => id)]).execute();
  return browsers;
}

/** Adds a burst of `count` places to the database, a second ago. */
export async function addPlaces({ context }: TestApp, eventId: string, count: number): Promise<void> {
  const created_at = new Date(context.now().getTime() - 1000).toISOString();
  const ids = Array.from({ length: count }, () => context.newId());
  for (let from = 0; from < count; from += 500) {
    const some = ids.slice(from, from + 500);
    const visitors = some.map((id) => ({ id, hold_key: id, created_at, network: 'hotel' }));
    await context.db.insertInto('visitors').values(visitors).execute();
    const places = some.map((id) => ({
      id,
      event_id: eventId,
      visitor_id: id,
      player_name: id,
      name_key: id,
      created_at,
    }));
    await context.db
      .insertInto('rsvps')
      .values(places.map((place) => ({ ...place, checked_in: 0 as const })))
      .execute();
  }
  const taken = context.db.updateTable('events').set((eb) => ({ seats_taken: eb('seats_taken', '+', count) }));
  await taken.where('id', '=', eventId).execute();
}

/** Keeps a deleted place in a removal that can be undone. */
export async function keepPlace(
  { context }: TestApp,
  place: Pick<StoredPlace, 'id' | 'visitor_id' | 'event_id' | 'player_name'>,
) {
  const at = context.now().toISOString();
  const removal = { id: 'removal', removedAt: at, network: 'hotel', since: at, things: 1 };
  await addRemoval(context.db, removal);
  await keep(context.db, removal.id, 'rsvps', [place]);
}

export const takePlaceIn =
  (eventId: string, name = 'Script'): Act =>
  async (phone, number) =>
    (await phone.send('POST /api/rsvps', { eventId, playerName: `${name} ${number}` })).json<Rsvp>();

export const watch = async (admin: Browser): Promise<Registrations> =>
  (await admin.send('GET /api/admin/registrations')).json<Registrations>();

/** Returns the one burst of this network. */
export async function listedBurst(admin: Browser, network = 'hotel'): Promise<Burst> {
  const found = (await watch(admin)).bursts.filter((burst) => burst.network === network);
  if (found.length !== 1) throw new Error(`${found.length} bursts of ${network} are listed`);
  return found[0] as Burst;
}

export const remove = (admin: Browser, { network, since }: Pick<Burst, 'network' | 'since'>) =>
  admin.send('POST /api/admin/registrations/bursts/remove', { network, since });

export const undo = (admin: Browser, removalId: string) =>
  admin.send(`POST /api/admin/registrations/removals/${removalId}/undo`);
