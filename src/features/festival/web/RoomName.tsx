import { Link } from 'wouter';
import { roomAddress, roomNamed } from '../rules/rooms.ts';
import { useFestival } from './queries.ts';

/** Above the link that covers a card, and as high as a finger. */
const LINK =
  'relative z-1 underline decoration-dotted underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:decoration-solid';

/** The name of a room, which leads to the room where the map has it. */
export function RoomName({ name }: { name: string }) {
  const { rooms } = useFestival();
  const room = roomNamed(rooms, name);
  if (room === undefined) return <span>{name}</span>;
  return (
    <Link href={roomAddress(room.name)} className={LINK}>
      {name}
    </Link>
  );
}
