import type { EditedFacts, Room } from '#features/festival/contract.ts';
import { roomKey } from '#platform/names.ts';

/** A room as it is typed: a pin in per cent. The key stays with the row. */
export type TypedRoom = {
  readonly key: number;
  readonly name: string;
  readonly way: string;
  readonly x: string;
  readonly y: string;
};

export const typedRooms = (rooms: readonly Room[]): TypedRoom[] =>
  rooms.map(({ name, way, pin }, key) => ({ key, name, way, x: String(pin?.x ?? ''), y: String(pin?.y ?? '') }));

const percentIn = (typed: string): number | null => {
  const written = typed.trim().replace(',', '.');
  const number = /^\d{1,3}(?:\.\d{1,2})?$/.test(written) ? Number(written) : null;
  return number !== null && number <= 100 ? number : null;
};

/** A sentence about the first pin that is not on the map, or that has one number alone. */
export function pinProblem(rooms: readonly TypedRoom[]): string | undefined {
  const isWrong = ({ x, y }: TypedRoom) =>
    x.trim() + y.trim() !== '' && (percentIn(x) === null || percentIn(y) === null);
  const wrong = rooms.findIndex(isWrong);
  return wrong === -1 ? undefined : `The pin of room ${wrong + 1} needs two numbers from 0 to 100.`;
}

const isNamed = ({ name }: TypedRoom): boolean => name.trim() !== '';

/** Rows without a name are left out. A pin needs both numbers. */
export const roomsIn = (rooms: readonly TypedRoom[]): Room[] =>
  rooms.filter(isNamed).map(({ name, way, ...typed }) => {
    const [x, y] = [percentIn(typed.x), percentIn(typed.y)];
    return { name: name.trim(), way: way.trim(), pin: x === null || y === null ? null : { x, y } };
  });

/** Rooms of the programme that are not typed yet, each once. */
export const roomsToAdd = (
  rooms: readonly TypedRoom[],
  events: readonly { readonly location: string }[],
): readonly string[] => {
  const typed = new Set(rooms.map(({ name }) => roomKey(name)));
  const missing = events.map(({ location }) => location).filter((room) => !typed.has(roomKey(room)));
  return [...new Map(missing.map((room) => [roomKey(room), room])).values()];
};

/** The facts with other rooms; without a map where there is none. */
export const withRooms = (facts: EditedFacts, rooms: readonly TypedRoom[], map: string): EditedFacts => ({
  ...facts,
  rooms: roomsIn(rooms),
  mapPicture: map === '' ? null : map,
});

type RoomProblem = { readonly key: number; readonly part: 'name' | 'way'; readonly text: string };

/**
 * The row and the field that a refusal is about, null where it is about none:
 * 'Facts.rooms.1.name is empty.' → 'Room 2: the name is empty.' Rows without a name were not sent.
 */
export function problemOf(
  rooms: readonly TypedRoom[],
  field: string | undefined,
  sentence: string,
): RoomProblem | null {
  const [, index, part] = /^facts\.rooms(?:\.|\[)(\d+)\]?\.(name|way)$/.exec(field ?? '') ?? [];
  const room = index === undefined ? undefined : rooms.filter(isNamed)[Number(index)];
  if (room === undefined || (part !== 'name' && part !== 'way')) return null;
  const start = `Room ${rooms.indexOf(room) + 1}:`;
  const text = sentence.replace(/^Facts\S*/, `${start} the ${part}`).replace(/^Room \d+:/, start);
  return { key: room.key, part, text };
}
