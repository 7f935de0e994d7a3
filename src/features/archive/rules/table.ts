/** The programme as a table that can be imported again. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { typedPoints } from '#features/events/rules/awards.ts';
import { withoutLent } from '#features/events/rules/seats.ts';
import type { Cell } from '#platform/csv.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';
import type { Field } from './columns.ts';

/** In the festival's zone, where that says which moment it is: not in the hour that the clocks repeat. */
const startOf = (iso: string, zone: string): string => {
  const local = zonedInput(iso, zone);
  const read = parseZoned(local, zone);
  return 'iso' in read && read.iso === iso ? local.replace('T', ' ') : iso;
};

const CELLS: Readonly<Record<Field, (event: FestivalEvent, zone: string) => Cell>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  type: ({ eventType }) => eventType,
  start: ({ startTime }, zone) => startOf(startTime, zone),
  location: ({ location }) => location,
  host: ({ host }) => host,
  duration: ({ duration }) => duration,
  capacity: ({ capacity }) => capacity,
  tournament: ({ tournamentType }) => tournamentType,
  points: ({ points }) => typedPoints(points).points,
  'taking part': ({ points }) => typedPoints(points).takingPart,
  description: ({ description }) => description,
  link: ({ googleDocUrl }) => googleDocUrl,
};

/** `lent`: seats lent in each event, which end with their people. */
export const programmeTable = (
  programme: readonly FestivalEvent[],
  zone: string,
  lent: ReadonlyMap<string, number> = new Map(),
): readonly (readonly Cell[])[] => [
  Object.keys(CELLS),
  ...programme.map((event) => Object.values(CELLS).map((cell) => cell(withoutLent(event, lent.get(event.id)), zone))),
];
