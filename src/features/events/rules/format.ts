/** How a tournament is played, beside its type: as typed, as stored, as changed after the draw. */
import { kindOf } from '#features/brackets/engine/kinds.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { FormatChange, FormatOptions, TournamentType } from '../contract.ts';
import { FORMAT } from '../limits.ts';

/** As typed; '' where the format decides. */
export type TypedFormat = Readonly<Record<keyof FormatOptions, string>>;

export const typedFormat = (format: FormatOptions | null | undefined): TypedFormat => ({
  rounds: String(format?.rounds ?? ''),
  groupSize: String(format?.groupSize ?? ''),
  tableSize: String(format?.tableSize ?? ''),
  tablePoints: format?.tablePoints?.join(', ') ?? '',
  cut: String(format?.cut || ''),
  minutes: String(format?.minutes ?? ''),
});

const WHOLE = [
  ['rounds', 'Rounds', FORMAT.rounds],
  ['groupSize', 'The largest group', FORMAT.group],
  ['tableSize', 'The largest table', FORMAT.table],
  ['minutes', 'Minutes of a round', FORMAT.minutes],
] as const;

export const optionsOf = (type: TournamentType | 'none' | null): readonly (keyof FormatOptions)[] =>
  type === null || type === 'none' ? [] : kindOf(type).options.filter((option) => option !== 'thirdPlace');

/** A sentence per field that is wrong. What the tournament's type does not know is ignored. */
export function formatProblems(typed: TypedFormat, type: TournamentType | 'none'): Partial<TypedFormat> {
  const known = optionsOf(type);
  const wrong = WHOLE.flatMap(([option, label, limits]) => {
    const problem = typed[option] === '' ? null : limitProblem(readWhole(typed[option]) ?? -1, limits);
    return problem === null || !known.includes(option) ? [] : [[option, `${label} ${problem}.`]];
  });
  const points = readTablePoints(typed.tablePoints);
  const isRight = points.length <= FORMAT.table.max && points.every((one) => one >= 0 && one <= FORMAT.tablePoints);
  return {
    ...Object.fromEntries(wrong),
    ...(known.includes('tablePoints') &&
      !isRight && {
        tablePoints: `Points are whole numbers up to ${FORMAT.tablePoints}, for at most ${FORMAT.table.max} places.`,
      }),
  };
}

const readTablePoints = (typed: string): number[] =>
  typed
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map((part) => readWhole(part) ?? -1);

/** Null where the format decides everything. */
export function readFormat(typed: TypedFormat, type: TournamentType | 'none'): FormatOptions | null {
  const cuts = type === 'none' ? [] : (kindOf(type).cuts ?? []).map(String);
  const known = optionsOf(type).filter(
    (option) => typed[option] !== '' && (option !== 'cut' || cuts.includes(typed.cut)),
  );
  const read: Record<string, unknown> = {};
  for (const option of known) {
    if (option === 'tablePoints') read[option] = readTablePoints(typed[option]);
    else read[option] = typed[option] === 'final' ? 'final' : (readWhole(typed[option]) ?? -1);
  }
  return known.length === 0 ? null : (read as FormatOptions);
}

/** What is named changes; null takes an option away. */
export function mergedFormat(before: FormatOptions | null, change: FormatChange | null): FormatOptions | null {
  if (change === null) return null;
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value != null);
  return merged.length === 0 ? null : (Object.fromEntries(merged) as FormatOptions);
}

const ALL_REMOVED = { rounds: null, groupSize: null, tableSize: null, tablePoints: null, cut: null, minutes: null };

/** Removes the options that `format` does not name. */
export const wholeFormat = (format: FormatOptions | null): FormatChange | null =>
  format && { ...ALL_REMOVED, ...format };

/** Those that a draw fixes. */
const FIXED = ['groupSize', 'tableSize', 'tablePoints'] as const;

export const whyNotChangeFormat = (
  { format, bracketDrawn }: { readonly format: FormatOptions | null; readonly bracketDrawn: boolean },
  wanted: FormatOptions | null,
): Verdict => {
  const changed = FIXED.find((option) => String(format?.[option] ?? '') !== String(wanted?.[option] ?? ''));
  return bracketDrawn && changed !== undefined
    ? new Refusal('BRACKET_DRAWN', 'This tournament is drawn, so its groups, tables and their points stay.', {
        field: changed,
      })
    : null;
};
