/** A scripted visitor, and what the program has promised them. */
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import type { WaitingEntry } from '#features/waiting/contract.ts';
import { arePagesBuilt } from '../program.ts';
import type { Random } from '../random.ts';
import type { Loss, Phone } from './phone.ts';
import type { FestivalRecord } from './record.ts';

/**
 * One name in one event. `placed` and `waiting` were acknowledged; a waiting name may get a place at any moment, under the same
 * id. `left` was given back. `unsure`: the answer was lost, and the repeat found nothing, as after a promotion.
 */
export type Wish = {
  id: string;
  readonly eventId: string;
  readonly name: string;
  state: 'placed' | 'waiting' | 'left' | 'unsure';
};

export type Views = { rsvps: Rsvp[]; waiting: WaitingEntry[]; notices: { eventId: string }[] };

export type Visitor = {
  readonly number: number;
  readonly phone: Phone;
  readonly wishes: Wish[];
  /** What the app showed this visitor at the end. */
  views: Views;
};

export type Programme = { events: readonly FestivalEvent[] };
type Play = { readonly random: Random; readonly record: FestivalRecord; readonly programme: Programme };

/** Of all writes: how many lose their request, and how many their answer. */
const LOST_REQUEST = 0.03;
const LOST_ANSWER = 0.05;
/** Places and lines of one visitor in what is to come. */
const MOST_PLACES = 6;

const lossOf = (random: Random): Loss | null => {
  const fate = random.next();
  return fate < LOST_REQUEST ? 'request' : fate < LOST_REQUEST + LOST_ANSWER ? 'answer' : null;
};

async function register(visitor: Visitor, { random, record, programme }: Play): Promise<void> {
  const tried = new Set(visitor.wishes.map(({ eventId }) => eventId));
  const toCome = programme.events.filter(({ status, bracketDrawn }) => status === 'upcoming' && !bracketDrawn);
  const held = visitor.wishes.filter(
    ({ state, eventId }) => state !== 'left' && toCome.some(({ id }) => id === eventId),
  );
  const open = toCome.filter(({ id }) => !tried.has(id));
  if (held.length >= MOST_PLACES || open.length === 0) return;
  const { id: eventId } = random.pick(open);
  const name = `Guest ${visitor.number}${random.chance(0.2) ? ' junior' : ''}`;
  const body = { eventId, playerName: name };
  const came = await visitor.phone.ask({ call: 'POST /api/rsvps', body, kind: 'write', loss: lossOf(random) });
  if (came.status === 201) {
    record.acknowledge('placed');
    visitor.wishes.push({ id: (came.body as Rsvp).id, eventId, name, state: 'placed' });
  }
  if (came.code !== 'EVENT_FULL' || !random.chance(0.7)) return;
  const line = await visitor.phone.ask({ call: 'POST /api/waiting', body, kind: 'write', loss: lossOf(random) });
  if (line.status === 201) {
    record.acknowledge('waiting');
    visitor.wishes.push({ id: (line.body as WaitingEntry).id, eventId, name, state: 'waiting' });
  }
  // Of a repeat: promoted before it arrived.
  if (line.code === 'GONE') visitor.wishes.push({ id: '', eventId, name, state: 'unsure' });
}

/** Gives back a place, or leaves a line. */
async function giveBack(visitor: Visitor, { random, record }: Play): Promise<void> {
  const held = visitor.wishes.filter(({ state }) => state === 'placed' || state === 'waiting');
  if (held.length === 0) return;
  const one = random.pick(held);
  const call = `DELETE /api/${one.state === 'placed' ? 'rsvps' : 'waiting'}/${one.id}`;
  const { status, tries } = await visitor.phone.ask({ call, kind: 'write', loss: lossOf(random) });
  if (status === 204) record.now().givenBack += 1;
  if (status === 204) one.state = 'left';
  else if (status === 404 && tries > 1) one.state = one.state === 'placed' ? 'left' : 'unsure';
}

const readViews = async ({ phone }: Visitor): Promise<Views> => ({
  rsvps: (await phone.ask({ call: 'GET /api/rsvps/my', kind: 'read' })).body as Rsvp[],
  waiting: (await phone.ask({ call: 'GET /api/waiting/my', kind: 'read' })).body as WaitingEntry[],
  notices: (await phone.ask({ call: 'GET /api/notices/my', kind: 'read' })).body as { eventId: string }[],
});

/** Opens My schedule, and keeps what it shows. */
export async function lookAtOwn(visitor: Visitor): Promise<void> {
  visitor.views = await readViews(visitor);
}

/** Without a build the program serves the API alone. */
const PAGES = arePagesBuilt() ? ['/', '/', '/', '/schedule', '/scoreboard', '/display', '/details'] : ['/api/events'];

/** One look into the app: a page, its list, and perhaps a write. */
export async function visit(visitor: Visitor, play: Play): Promise<void> {
  const { random } = play;
  const { phone } = visitor;
  await phone.ask({ call: `GET ${random.pick(PAGES)}`, kind: 'page' });
  if (random.chance(0.3)) await phone.ask({ call: 'GET /api/events', kind: 'read' });
  const mood = random.next();
  if (mood < 0.45) await register(visitor, play);
  else if (mood < 0.55) await giveBack(visitor, play);
  else if (mood < 0.62) await phone.ask({ call: 'GET /api/notices/my', kind: 'read' });
  else if (mood < 0.66) await account(visitor, play);
  else if (mood < 0.7) await game(visitor, play);
}

/** The first hours: everybody registers for something. */
export async function arrive(visitor: Visitor, play: Play): Promise<void> {
  await visitor.phone.ask({ call: `GET ${PAGES[0]}`, kind: 'page' });
  for (let n = 1 + play.random.below(3); n > 0; n -= 1) await register(visitor, play);
}

async function account({ phone, number }: Visitor, { random }: Play): Promise<void> {
  const body = { name: `Guest ${number}` };
  await phone.ask({ call: 'POST /api/users', body, kind: 'write', loss: lossOf(random) });
}

async function game({ phone, number }: Visitor, { random }: Play): Promise<void> {
  const body = {
    ...{
      name: `Game ${number} of ${random.below(9)}`,
      gameType: 'board-game',
      owner: `Guest ${number}`,
      available: true,
    },
    ...{ playerCount: null, playTime: null, description: null },
  };
  await phone.ask({ call: 'POST /api/inventory', body, kind: 'write', loss: lossOf(random) });
}
