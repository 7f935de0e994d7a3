import type { AuditEntry } from '../contract.ts';

export type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

const HIDDEN = new Set([
  ...['id', 'eventId', 'matchId', 'gameType', 'mine', 'completedAt', 'editRevision', 'revision', 'generation'],
]);

const CALLED: Readonly<Record<string, string>> = {
  askAbovePoints: 'ask above so many points',
  at: 'from',
  callsByItself: 'matches are called by themselves',
  currentRegistrations: 'players',
  duration: 'duration (minutes)',
  endsAt: 'until',
  endsByItself: 'events end by themselves',
  faq: 'questions and answers',
  given: 'places given',
  googleDocUrl: 'document link',
  lateMinutes: 'minutes late',
  lottery: 'draw of places',
  places: 'by place',
  opensAt: 'programme opens',
  registrationOpensAt: 'places from',
  player1: 'player 1',
  player1Score: 'score of player 1',
  player2: 'player 2',
  player2Score: 'score of player 2',
  playerName: 'player',
  role: 'job',
  startsByItself: 'events start by themselves',
  takingPart: 'for taking part',
  thirdPlace: 'third-place match',
  to: 'announced down to',
};

const fieldWords = (field: string): string =>
  CALLED[field] ?? field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

/** Values of a list: 'in-progress' → 'in progress'. */
const OF_A_LIST = new Set(['eventType', 'tournamentType', 'status']);

const LONGEST = 120;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type SayMoment = (iso: string) => string;
type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const textWords = (text: string, sayMoment: SayMoment): string => {
  if (MOMENT.test(text)) return sayMoment(text);
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
};

function valueWords(value: unknown, sayMoment: SayMoment): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (Array.isArray(value))
    return textWords(value.map((item) => valueWords(item, sayMoment)).join(', ') || 'none', sayMoment);
  if (!isParts(value)) return textWords(String(value), sayMoment);
  const parts = Object.entries(value).filter(([field]) => !HIDDEN.has(field));
  return parts.map(([field, part]) => `${fieldWords(field)} ${valueWords(part, sayMoment)}`).join(' ') || 'none';
}

/** Items only one list has; the whole list when only the order differs. */
function itemsOf(list: unknown, other: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(other)) return list;
  const without = (items: unknown[], others: unknown[]) =>
    items.filter((item) => !others.some((one) => isSame(one, item)));
  const [here, there] = [without(list, other), without(other, list)];
  return here.length + there.length === 0 ? list : here;
}

const partsOf = (side: unknown): Parts =>
  side === null || side === undefined ? {} : isParts(side) ? side : { value: side };

export function differences(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  sayMoment: SayMoment,
): Difference[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields.flatMap((field): Difference[] => {
    const [one, other] = [was[field], is[field]];
    if (HIDDEN.has(field) || isSame(one, other)) return [];
    if ((isParts(one) || isParts(other)) && [one, other].every((side) => side == null || isParts(side))) {
      const inner = differences({ before: one, after: other }, sayMoment);
      return inner.map((part) => ({ ...part, field: `${fieldWords(field)}, ${part.field}` }));
    }
    const say = (value: unknown) => {
      const words = valueWords(value, sayMoment);
      return OF_A_LIST.has(field) ? words.replaceAll('-', ' ') : words;
    };
    return [
      {
        field: fieldWords(field),
        before: field in was ? say(itemsOf(one, other)) : null,
        after: field in is ? say(itemsOf(other, one)) : null,
      },
    ];
  });
}
