/** What organisers read of the points of an event. */
import { isolated } from '#platform/isolated.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import type { EventAward, EventPoints } from '../contract.ts';
import { EVENT_POINTS } from '../limits.ts';

/** Those whose points differ from what they got. Who has no account gets none. */
export const differing = (people: readonly EventAward[]): EventAward[] =>
  people.filter(({ userId, points, given }) => userId !== null && points !== given);

/** 'Rosa 10 → 5' */
export const changeWords = ({ name, given, points }: EventAward): string => `${isolated(name)} ${given} → ${points}`;

/** Points as they are typed: `points` by place, `10, 5, 3`. */
export type TypedPoints = { readonly points: string; readonly takingPart: string };

export const typedPoints = (points: EventPoints | null | undefined): TypedPoints => ({
  points: points?.places.join(', ') ?? '',
  takingPart: String(points?.takingPart ?? ''),
});

/** Whether 1,000 or 1 500 was typed: its second part is no place's points, which do not rise. */
const isRestOfThousands = (part: string, index: number, places: readonly string[]): boolean =>
  index > 0 && part.length === 3 && (part.startsWith('0') || Number(part) > Number(places[index - 1]));

/** Returns the points, null for none, or what is wrong with them. */
export const readPoints = ({ points, takingPart }: TypedPoints): EventPoints | null | string => {
  const places = points.split(/[,;\s]+/).filter((part) => part !== '');
  if (places.length === 0 && takingPart === '') return null;
  const [last = 0, ...rest] = [takingPart || '0', ...places].map((part) => readWhole(part) ?? -1);
  if (places.some(isRestOfThousands)) return 'Write thousands without a comma or a space: 1000.';
  const isRight = [last, ...rest].every((number) => limitProblem(number, EVENT_POINTS) === null);
  if (!isRight || places.length > EVENT_POINTS.places)
    return `Points must be whole numbers up to 10,000, for at most ${EVENT_POINTS.places} places.`;
  return { places: rest.length === 0 ? [0] : rest, takingPart: last };
};

/** '10, 5, 3 by place, 1 for taking part' */
export const pointsWords = (points: EventPoints): string =>
  `${typedPoints(points).points} by place, ${points.takingPart} for taking part`;
