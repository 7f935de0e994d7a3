/** Ten organisers at their desks: doors, draws, results, delays, edits, and the undoing of a flood. */
import type { LeaderboardLine, Match } from '#features/brackets/contract.ts';
import type { StaffRsvp } from '#features/check-in/contract.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Registrations, Removal } from '#features/limits/contract.ts';
import type { RehearsalClock } from '#features/operations/rehearsal/contract.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { PASSWORD } from '../program.ts';
import type { Random } from '../random.ts';
import { within } from '../rig.ts';
import type { Answer, Call, Phone } from './phone.ts';
import type { FestivalRecord } from './record.ts';
import type { Hour } from './timetable.ts';
import type { Programme } from './visitor.ts';

const COMES = 0.85;
const WALK_INS = 3;
const LATE_MINUTES = 25;
/** Another instance looks at the clock every half second. */
const FOLLOWS_MS = 10_000;

export type Desk = {
  readonly origins: readonly string[];
  readonly organisers: readonly Phone[];
  readonly random: Random;
  readonly record: FestivalRecord;
  readonly programme: Programme;
  /** Walk-ins that were acknowledged, by id of their place. */
  readonly walkIns: Map<string, string>;
  /** The name of the first seed of each drawn bracket, who wins every match. */
  readonly favourites: Map<string, string>;
  /** Who leads each drawn bracket at the end. */
  readonly champions: Map<string, string | undefined>;
  /** Which events were moved, and who had a place then. */
  readonly moved: { eventId: string; holders: readonly string[] }[];
};

/** A call of an organiser. A session that ended while the clock moved is opened again. */
async function act(organiser: Phone, call: Call): Promise<Answer> {
  const came = await organiser.ask({ kind: 'write', ...call });
  if (came.code !== 'LOCKED') return came;
  await unlock(organiser);
  return organiser.ask({ kind: 'write', ...call });
}

export const unlock = (organiser: Phone): Promise<Answer> =>
  organiser.ask({ call: 'POST /api/admin/verify', body: { password: PASSWORD } });

const read = async <T>(organiser: Phone, path: string): Promise<T> =>
  (await act(organiser, { call: `GET ${path}`, kind: 'read' })).body as T;

/** Reads the programme with every earlier write. */
export async function refresh({ organisers, programme }: Desk): Promise<void> {
  const came = await (organisers[0] as Phone).ask({ call: 'GET /api/events', isFresh: true });
  programme.events = came.body as FestivalEvent[];
}

/** Moves the clock, and reads the programme as it is then. */
export async function moveTo(desk: Desk, to: string): Promise<void> {
  const came = await act(desk.organisers[0] as Phone, { call: 'PUT /api/rehearsal/clock', body: { to } });
  if (came.status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(came.body)}`);
  const { aheadMs } = came.body as RehearsalClock;
  for (const origin of desk.origins) {
    const read = async () => ((await (await fetch(`${origin}/api/rehearsal`)).json()) as RehearsalClock).aheadMs;
    const followed = await within(FOLLOWS_MS, async () => (await read()) === aheadMs);
    if (followed === null) throw new Error(`${origin} does not follow the clock`);
  }
  await refresh(desk);
}

const startOf = ({ startTime, lateMinutes }: FestivalEvent): number => Date.parse(startTime) + lateMinutes * MINUTE;
const endOf = (event: FestivalEvent): number => startOf(event) + event.duration * MINUTE;

/** One hour of the desk: what begins is opened and drawn, what runs is played, what is over is completed. */
export async function workHour(desk: Desk, hour: Hour): Promise<void> {
  const now = Date.parse(hour.at);
  const of = (n: number): Phone => desk.organisers[n % desk.organisers.length] as Phone;
  await Promise.all(
    desk.programme.events.map(async (event, n) => {
      const organiser = of(n);
      if (event.status === 'completed') return;
      if (event.status === 'upcoming' && startOf(event) <= now) await open(desk, organiser, event);
      else if (event.status === 'in-progress' && event.bracketDrawn) await playRound(organiser, event, Infinity);
      if (endOf(event) <= now) await complete(organiser, event);
    }),
  );
  await editTogether(desk);
}

const complete = (organiser: Phone, { id }: FestivalEvent): Promise<Answer> =>
  act(organiser, { call: `PATCH /api/events/${id}/status`, body: { status: 'completed', onlyDecided: true } });

/** The door, then the draw and its first round. */
async function open(desk: Desk, organiser: Phone, event: FestivalEvent): Promise<void> {
  const { random, walkIns } = desk;
  const places = await read<StaffRsvp[]>(organiser, `/api/events/${event.id}/rsvps`);
  for (const { id } of places) {
    if (random.chance(COMES))
      await act(organiser, { call: `PUT /api/rsvps/${id}/check-in`, body: { eventId: event.id } });
  }
  for (let n = random.below(WALK_INS + 1); n > 0; n -= 1) {
    const playerName = `Walk-in ${walkIns.size + 1} ${event.title}`;
    const came = await act(organiser, { call: `POST /api/events/${event.id}/rsvps`, body: { playerName } });
    if (came.status === 201) walkIns.set((came.body as StaffRsvp).id, event.id);
  }
  await act(organiser, { call: `PATCH /api/events/${event.id}/status`, body: { status: 'in-progress' } });
  if (event.tournamentType === null) return;
  const drawn = await act(organiser, {
    call: `POST /api/events/${event.id}/generate-bracket`,
    body: { randomSeed: true },
  });
  if (drawn.status !== 201) return;
  const players = (drawn.body as Match[]).flatMap(({ player1, player2 }) => [player1, player2]);
  desk.favourites.set(event.id, players.find((player) => player?.seed === 1)?.name ?? '');
  await playRound(organiser, event, 1);
}

/** Enters what is ready, so many times over. The stronger seed wins. */
async function playRound(organiser: Phone, event: FestivalEvent, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const ready = (await read<Match[]>(organiser, `/api/matches?eventId=${event.id}`)).filter(
      ({ status }) => status === 'ready',
    );
    if (ready.length === 0) return;
    for (const { id, player1, player2, revision } of ready) {
      const isFirst = (player1?.seed ?? 0) < (player2?.seed ?? 0);
      const scores = { player1Score: isFirst ? 2 : 1, player2Score: isFirst ? 1 : 2 };
      await act(organiser, { call: `PATCH /api/matches/${id}/score`, body: { ...scores, expectedRevision: revision } });
    }
  }
}

/** Two organisers save the same form at once, with different texts: one of them gets CHANGED_MEANWHILE. */
async function editTogether({ organisers, programme, random }: Desk): Promise<void> {
  const { id, editRevision: expectedRevision } = random.pick(programme.events);
  const chairs = random.below(99);
  const pair = [random.pick(organisers), random.pick(organisers)];
  const edits = pair.map((one, index) =>
    act(one, {
      call: `PATCH /api/events/${id}`,
      body: { description: `Bring ${chairs + index} chairs.`, expectedRevision },
    }),
  );
  await Promise.all(edits);
}

const upcomingWith = (desk: Desk, isWanted: (event: FestivalEvent) => boolean): FestivalEvent | undefined =>
  desk.programme.events
    .filter((event) => event.status === 'upcoming' && !event.bracketDrawn && isWanted(event))
    .toSorted((one, other) => other.currentRegistrations - one.currentRegistrations)[0];

/** Moves the fullest event that is still to come by two hours and to another room. */
export async function moveEvent(desk: Desk, organiser: Phone): Promise<void> {
  const event = upcomingWith(desk, ({ tournamentType }) => tournamentType === null);
  if (event === undefined) return;
  const startTime = new Date(Date.parse(event.startTime) + 120 * MINUTE).toISOString();
  const before = await read<StaffRsvp[]>(organiser, `/api/events/${event.id}/rsvps`);
  const body = { startTime, location: 'Sunset Terrace' };
  const came = await act(organiser, { call: `PATCH /api/events/${event.id}`, body });
  if (came.status !== 200) throw new Error(`${event.title} was not moved: ${JSON.stringify(came.body)}`);
  const after = await read<StaffRsvp[]>(organiser, `/api/events/${event.id}/rsvps`);
  // Places that were given back meanwhile need no notice.
  const holders = before.filter(({ id }) => after.some((place) => place.id === id)).map(({ id }) => id);
  desk.moved.push({ eventId: event.id, holders });
  desk.record.note(
    `${event.title} moved by two hours to the Sunset Terrace; ${holders.length} people have a place in it`,
  );
}

/** Makes room in the event with the longest line: everybody who waits gets a place in the same moment. */
export async function enlarge(desk: Desk, organiser: Phone): Promise<void> {
  const event = desk.programme.events
    .filter(({ status, waiting, bracketDrawn }) => status === 'upcoming' && waiting > 0 && !bracketDrawn)
    .toSorted((one, other) => other.waiting - one.waiting)[0];
  if (event === undefined) return;
  const more = Math.ceil(event.waiting / 2);
  await act(organiser, { call: `PATCH /api/events/${event.id}`, body: { capacity: event.capacity + more } });
  desk.record.note(`${event.title} got ${more} more ${more === 1 ? 'seat' : 'seats'}; ${event.waiting} waited for one`);
}

export async function sayLate(desk: Desk, organiser: Phone, hour: Hour): Promise<void> {
  const soon = Date.parse(hour.at) + 6 * HOUR;
  const event = upcomingWith(desk, (one) => startOf(one) > Date.parse(hour.at) && startOf(one) < soon);
  if (event === undefined) return;
  await act(organiser, { call: `PUT /api/events/${event.id}/late`, body: { minutes: LATE_MINUTES } });
  desk.record.note(`${event.title} was announced ${LATE_MINUTES} minutes late`);
}

/** Removes the largest burst that began when the flood did or later: guests in the hall may be one too. Returns how many things went. */
export async function removeFlood(organiser: Phone, since: string): Promise<number> {
  const { bursts } = await read<Registrations>(organiser, '/api/admin/registrations');
  const [burst] = bursts.filter((one) => one.since >= since).sort((one, other) => other.things - one.things);
  if (burst === undefined) return 0;
  const body = { network: burst.network, since: burst.since };
  const came = await act(organiser, { call: 'POST /api/admin/registrations/bursts/remove', body });
  return came.status === 201 ? (came.body as Removal).things : 0;
}

/** Gives points to a few users, as the competition's judges do every evening. */
export async function uploadScores({ random }: Desk, organiser: Phone, visitors: number): Promise<void> {
  const updates = Array.from({ length: 20 }, () => ({
    ...{ name: `Guest ${random.below(visitors)}`, score: random.below(100) },
  }));
  const named = [...new Map(updates.map((update) => [update.name, update])).values()];
  const body = { updates: named, fileName: 'judges.csv', fileType: 'csv' };
  await act(organiser, { call: 'POST /api/users/bulk-scores', body });
}

/** Reads who leads each bracket. */
export async function readChampions({ organisers, favourites, champions }: Desk): Promise<void> {
  for (const eventId of favourites.keys()) {
    const standings = await read<LeaderboardLine[]>(organisers[0] as Phone, `/api/leaderboard?eventId=${eventId}`);
    champions.set(eventId, standings.find(({ rank }) => rank === 1)?.playerName);
  }
}
