/** An event whose players are at the tables, ready to be drawn. */
import { randomUUID } from 'node:crypto';
import type { World } from '#features/access/commands.ts';
import { markCheckedIn } from '#features/check-in/store.ts';
import { createEvent } from '#features/events/commands.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { takeSeat } from '#features/events/store.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { anEvent } from './factories.ts';
import { NOBODY } from './world.ts';

/** Adds somebody to an event, checked in unless told. Returns the RSVP's id. */
export async function addPlayer(world: World, eventId: string, playerName: string, checkedIn = true): Promise<string> {
  const now = world.now().toISOString();
  const id = randomUUID();
  await takeSeat(world.db, eventId);
  await addRsvp(world.db, {
    id,
    eventId,
    playerName,
    nameKey: nameKey(playerName),
    playerEmail: null,
    visitorId: null,
    now,
  });
  if (checkedIn) await markCheckedIn(world.db, id, now);
  return id;
}

export const NAMES = ['Priya', 'Marcus', 'Lena', 'Tomás', 'Jo', 'Kit', 'Ayumi', 'Devon'] as const;

/** A single elimination of the first `players` of NAMES unless told. The RSVPs' ids are in the order of the names. */
export async function aTournament(
  world: World,
  players: number,
  said: Partial<NewEvent> = {},
): Promise<{ id: string; rsvpIds: string[] }> {
  const { id } = await createEvent(world, NOBODY, anEvent({ tournamentType: 'single-elimination', ...said }));
  const rsvpIds: string[] = [];
  for (const name of NAMES.slice(0, players)) rsvpIds.push(await addPlayer(world, id, name));
  return { id, rsvpIds };
}
