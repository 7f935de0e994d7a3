/** docs/behaviour.md "Places corrected by organisers" */
import { closedWord } from '#features/events/rules/clock.ts';
import { type RegisterFacts, whyNotRegister } from '#features/rsvps/rules.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { undoUntil } from '#platform/undo.ts';
import type { Amended, Amendment, AmendmentKind, Undone } from './contract.ts';

type Said = Pick<Amendment, 'kind' | 'playerName' | 'became'>;

/** "Mickey Mouse removed from Catan Open". */
export const sentence = ({ kind, playerName, became }: Said, title: string): string => {
  if (kind === 'renamed') return `${playerName} is now ${became}`;
  if (kind === 'moved') return `${playerName} moved to ${became}`;
  return `${playerName} removed from ${title}`;
};

/** Without the name, which stands before it. */
export const effectWords = ({ kind, became }: Said): string =>
  kind === 'renamed' ? `Is now ${became}` : kind === 'moved' ? `Moved to ${became}` : 'Removed';

export const consequence = (
  { promoted, forfeited }: Pick<Amended, 'promoted' | 'forfeited'>,
  substitute?: string,
): string | undefined => {
  if (substitute !== undefined) return `${substitute} plays in their place.`;
  if (promoted !== null) return `${promoted} has the place now, from the waiting list.`;
  if (forfeited > 0) return forfeited === 1 ? '1 match is forfeited.' : `${forfeited} matches are forfeited.`;
  return undefined;
};

export const undoneSentence = ({ kind }: Said, { playerName, eventTitle, outcome }: Undone): string => {
  if (outcome === 'waiting') {
    return `The place has been taken: ${playerName} is first on the waiting list of ${eventTitle}.`;
  }
  return kind === 'renamed' ? `The name is ${playerName} again.` : `${playerName} is back in ${eventTitle}.`;
};

export type Effect = {
  readonly name?: string | undefined;
  readonly eventId?: string | undefined;
  readonly withdrawal?:
    | { readonly drawId: string; readonly matches: readonly string[]; readonly dropped?: boolean | undefined }
    | null
    | undefined;
};

export type StoredAmendment = {
  readonly id: string;
  readonly kind: AmendmentKind;
  readonly placeId: string;
  readonly eventId: string;
  readonly playerName: string;
  readonly effect: Effect;
  readonly toTitle: string | null;
  readonly amendedAt: string;
};

export const asAmendment = ({ effect, toTitle, amendedAt, ...stored }: StoredAmendment): Amendment => ({
  ...stored,
  became: effect.name ?? toTitle,
  undoUntil: undoUntil(amendedAt),
});

export const whyNotRename = (name: string, facts: { readonly present: string; readonly isTaken: boolean }): Verdict => {
  if (name === facts.present) return new Refusal('BAD_INPUT', 'This is the name already.', { field: 'playerName' });
  return facts.isTaken ? nameInUse(name) : null;
};

export const nameInUse = (name: string): Refusal =>
  new Refusal('ALREADY_REGISTERED', `Someone called ${name} has a place or waits here already. Add an initial.`, {
    field: 'playerName',
  });

/** A player of a bracket cannot leave its event for another. */
export const whyNotLeave = (playerName: string, plays: boolean): Verdict =>
  plays
    ? new Refusal('BRACKET_DRAWN', `${playerName} plays in the bracket and can’t be moved. Remove them instead.`)
    : null;

type MoveFacts = Pick<RegisterFacts, 'event' | 'now'> & { readonly playerName: string; readonly isTaken: boolean };

export const whyNotMoveTo = ({ event, now, playerName, isTaken }: MoveFacts): Verdict =>
  whyNotRegister({ event, now, placesHere: 0, name: { playerName, heldBy: isTaken ? 'other' : null } });

/** A player of the bracket is removed only together with their matches. */
export const whyNotRemove = (playerName: string, facts: { readonly plays: boolean; readonly forfeit: boolean }) =>
  facts.plays && !facts.forfeit
    ? new Refusal('BRACKET_DRAWN', `${playerName} plays in the bracket. Remove them and forfeit their matches?`)
    : null;

export const whyNotWaitAgain = (event: RegisterFacts['event'], now: string): Verdict =>
  closedWord(event, now) !== null
    ? new Refusal('EVENT_FULL', 'The place has been taken, and this event has no waiting list any more.')
    : null;
