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

/** Returns the name in the path of a room, which is given as it is written; null for any other path. */
export function roomNameIn(path: string): string | null {
  const written = /^\/rooms\/([^/]+)\/?$/.exec(path)?.[1];
  if (written === undefined) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    // Typed by hand: '/rooms/100%'.
    return written;
  }
}

/** Browsers take these for steps in an address, however they are written. */
export const hasNoAddress = (name: string): boolean => name === '.' || name === '..';
