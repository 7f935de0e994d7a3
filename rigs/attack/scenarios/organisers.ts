/** Organisers' answers to a burst: a badge word, and removal of the burst with undo. */
import type { Registrations, Removal, Restored } from '#features/limits/contract.ts';
import { justWrote } from '../../program.ts';
import { type Check, check, type Stage } from '../scenario.ts';
import { type Client, read, type Shot } from '../wire.ts';

const WORD = 'lighthouse';

/** Sends as an organiser. */
const desk =
  ({ client, organiser }: Stage) =>
  (call: string, body?: unknown) =>
    client().send({ call, ...(body === undefined ? {} : { body }), headers: { cookie: organiser } });

export async function badgeWordStops(stage: Stage, eventId: string): Promise<Check[]> {
  const ask = desk(stage);
  const stranger = stage.client('203.0.113.2');
  const place = (playerName: string): Shot => ({ call: 'POST /api/rsvps', body: { eventId, playerName } });
  await ask('PUT /api/admin/badge-word', { word: WORD });
  const without = await stranger.send(place('Without the word'));
  const guest = await stranger.send({ ...place('With the word'), headers: { 'x-badge-word': WORD } });
  await ask('PUT /api/admin/badge-word', { word: null });
  return [
    check('a badge word stops a stranger', without.status, without.status === 401),
    check('who knows the badge word gets a place', guest.status, guest.status === 201),
  ];
}

const seatsTaken = async (client: Client, eventId: string): Promise<number> => {
  const events = read<{ id: string; currentRegistrations: number }[]>(
    await client.send({ call: 'GET /api/events', headers: justWrote() }),
  );
  return events.find(({ id }) => id === eventId)?.currentRegistrations ?? Number.NaN;
};

export async function removesBurst(stage: Stage, eventId: string): Promise<Check[]> {
  const ask = desk(stage);
  const { bursts } = read<Registrations>(await ask('GET /api/admin/registrations'));
  const before = await seatsTaken(stage.client(), eventId);
  // Other attacks made bursts too: this one's is the largest that has room in the event.
  const [burst] = bursts.filter(({ things }) => things <= before).sort((one, other) => other.things - one.things);
  if (burst === undefined) return [check('the burst is named', 'no', false)];
  const { network, since } = burst;
  const removal = await ask('POST /api/admin/registrations/bursts/remove', { network, since });
  if (removal.status !== 201) return [check('the burst is removed', `${removal.status} ${removal.body}`, false)];
  const removed = await seatsTaken(stage.client(), eventId);
  const { id, things } = read<Removal>(removal);
  const undone = read<Restored>(await ask(`POST /api/admin/registrations/removals/${id}/undo`));
  const after = await seatsTaken(stage.client(), eventId);
  return [
    check(`one removal takes the burst's ${things} places`, before - removed, removed === before - things),
    check('its undo brings them back', undone.restored, after === before),
  ];
}
