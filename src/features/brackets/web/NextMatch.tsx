import { useQuery } from '@tanstack/react-query';
import type { Match } from '../contract.ts';
import { championOf, nextMatchOf } from '../rules/rounds.ts';
import { nextWords } from '../rules/sentence.ts';
import { matchesQuery } from './queries.ts';

type NextMatchProps = {
  eventId: string;
  rsvpId: string;
  /** Where a device holds several people's places: whose match it is. */
  name?: string | undefined;
};

/** "Your next match: Losers round 2 against Jo, ready now", and how it ended. Nothing where the bracket is not drawn. */
export function NextMatch({ eventId, rsvpId, name }: NextMatchProps) {
  const { data: words } = useQuery({
    ...matchesQuery(eventId),
    select: (matches) => wordsFor(matches, rsvpId, name),
  });
  return (
    <p role="status" className="font-semibold text-sea [overflow-wrap:anywhere] empty:hidden">
      {words}
    </p>
  );
}

const wordsFor = (matches: readonly Match[], rsvpId: string, name: string | undefined): string | null => {
  const next = nextMatchOf(matches, rsvpId);
  if (next !== undefined) {
    return `${name === undefined ? 'Your next match' : `Next match of ${name}`}: ${nextWords(next, rsvpId)}`;
  }
  const drawn = matches.some(({ player1, player2 }) => player1?.rsvpId === rsvpId || player2?.rsvpId === rsvpId);
  if (!drawn) return null;
  if (championOf(matches)?.rsvpId === rsvpId)
    return name === undefined ? 'You are the champion!' : `${name} is the champion!`;
  return name === undefined ? 'You have no more matches here.' : `${name} has no more matches here.`;
};
