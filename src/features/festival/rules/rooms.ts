/** The rooms of the map, and their addresses. */
import { roomKey } from '#platform/names.ts';
import type { Room } from '../contract.ts';

export const ROOMS = '/rooms';
/** Every room: the server draws one page for all. */
export const ANY_ROOM = `${ROOMS}/room`;

/** The room of the map with this name, however it is written; undefined for one that is not on the list. */
export const roomNamed = (rooms: readonly Room[] | undefined, name: string): Room | undefined =>
  rooms?.find((room) => roomKey(room.name) === roomKey(name));

/** '/rooms/Ballroom%20A' */
export const roomAddress = (name: string): string => `${ROOMS}/${encodeURIComponent(name)}`;

/** Returns the name in the address of a room, as it is written there; null for any other address. */
export function roomNameIn(path: string): string | null {
  const written = /^\/rooms\/([^/]+)\/?$/.exec(path)?.[1];
  if (written === undefined) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    // The router has decoded it already, and the name holds a per cent sign.
    return written;
  }
}
