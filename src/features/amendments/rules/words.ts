/** What organisers read of an amendment. */
import type { Amended, Amendment, Undone } from '../contract.ts';

type Said = Pick<Amendment, 'kind' | 'playerName' | 'became'>;

/** "Mickey Mouse removed from Catan Open". */
export const sentence = ({ kind, playerName, became }: Said, title: string): string => {
  if (kind === 'renamed') return `${playerName} is now ${became}`;
  if (kind === 'moved') return `${playerName} moved to ${became}`;
  return `${playerName} removed from ${title}`;
};

/** The same without the name, which stands before it. */
export const effectWords = ({ kind, became }: Said): string =>
  kind === 'renamed' ? `Is now ${became}` : kind === 'moved' ? `Moved to ${became}` : 'Removed';

/** Returns what else happened. */
export const consequence = (
  { promoted, forfeited }: Pick<Amended, 'promoted' | 'forfeited'>,
  substitute?: string,
): string | undefined => {
  if (substitute !== undefined) return `${substitute} plays in their place.`;
  if (promoted !== null) return `${promoted} has the seat now, from the waiting list.`;
  if (forfeited > 0) return forfeited === 1 ? '1 match is forfeited.' : `${forfeited} matches are forfeited.`;
  return undefined;
};

export const undoneSentence = ({ kind }: Said, { playerName, eventTitle, outcome }: Undone): string => {
  if (outcome === 'waiting') {
    return `The seat has been taken: ${playerName} is first on the waiting list of ${eventTitle}.`;
  }
  return kind === 'renamed' ? `The name is ${playerName} again.` : `${playerName} is back in ${eventTitle}.`;
};
