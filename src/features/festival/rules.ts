/**
 * Rules for festival.json beyond its shape. Missions: five categories with a range of points, one joke in Events, and
 * the four Shinies, whose points are texts on the badge (a bare 5 is accepted for '5').
 */
import type { z } from 'zod';
import { looseKey } from '#platform/names.ts';
import { isTimeZone } from '#platform/time.ts';
import type { Festival, FestivalFacts, Mission, MissionCategory } from './contract.ts';
import { FestivalFile } from './contract.ts';

export const JOKE_POINTS = 1_000_000;

type Scoring = { readonly least: number; readonly most: number; readonly jokes: number } | { readonly words: string[] };

/** In the order /top-gun shows them. */
const CATEGORIES: readonly (readonly [name: string, scoring: Scoring])[] = [
  ['Chat community', { least: 1, most: 10, jokes: 0 }],
  ['Out on the Town', { least: 3, most: 10, jokes: 0 }],
  ['Games', { least: 3, most: 15, jokes: 0 }],
  ['Sandbar', { least: 2, most: 12, jokes: 0 }],
  ['Events', { least: 2, most: 10, jokes: 1 }],
  ['Shinies', { words: ['1 for each year', '2 (Limit 2)', '1 per color', '5'] }],
];

/**
 * Returns the festival, or everything wrong with its file, each as 'path: what is wrong'. Checks the rules only when
 * the shape is right.
 */
export function festivalProblems(raw: unknown): FestivalRead | { problems: string[] } {
  const shape = FestivalFile.safeParse(raw, { error: plainWords });
  if (!shape.success) return { problems: shape.error.issues.flatMap(told) };
  const { badgeWord, ...festival } = shape.data;
  const problems = [
    ...calendarProblems(festival),
    ...missionProblems(festival.missions),
    ...(badgeWord === undefined ? [] : wordProblems(badgeWord)),
  ];
  return problems.length > 0 ? { problems } : { festival, badgeWord: badgeWord ?? null };
}

/** The badge word is separate from the festival, so that no response or page contains it. */
export type FestivalRead = { readonly festival: Festival; readonly badgeWord: string | null };

/** Words are compared without case, accents, spaces and punctuation. */
const wordProblems = (badgeWord: string): string[] =>
  looseKey(badgeWord) === '' ? ['badgeWord: needs a letter or a digit'] : [];

function calendarProblems({ firstDay, lastDay, timeZone }: Festival): string[] {
  const problems: string[] = [];
  if (lastDay < firstDay) problems.push(`lastDay: ${lastDay} is before the first day, ${firstDay}`);
  if (!isTimeZone(timeZone)) {
    problems.push(`timeZone: "${timeZone}" is not the name of a time zone, such as America/New_York`);
  }
  return problems;
}

function missionProblems(found: readonly MissionCategory[]): string[] {
  const names = CATEGORIES.map(([name]) => name).join(', ');
  if (found.length !== CATEGORIES.length) {
    return [`missions: must be the ${CATEGORIES.length} categories ${names}; there are ${found.length}`];
  }
  return found.flatMap(({ category, missions }, index) => {
    const [name, scoring] = CATEGORIES[index] ?? ['', { words: [] }];
    const path = `missions[${index}]`;
    if (category !== name) return [`${path}.category: must be "${name}" and not "${category}" (the order is ${names})`];
    const misjudged =
      'words' in scoring ? pointsProblems(path, missions, scoring.words) : rangeProblems(path, missions, scoring);
    return [...misjudged, ...twiceProblems(path, missions)];
  });
}

function rangeProblems(
  path: string,
  missions: readonly Mission[],
  { least, most, jokes }: { least: number; most: number; jokes: number },
): string[] {
  const isJoke = ({ points }: Mission): boolean => jokes > 0 && points === JOKE_POINTS;
  const problems = missions.flatMap((mission, index) => {
    const { points } = mission;
    if (isJoke(mission) || (typeof points === 'number' && points >= least && points <= most)) return [];
    return [
      `${path}.missions[${index}].points: must be a whole number from ${least} to ${most} and not ${shown(points)}`,
    ];
  });
  const found = missions.filter(isJoke).length;
  if (found !== jokes) {
    problems.push(
      `${path}.missions: must hold exactly one joke mission worth ${JOKE_POINTS} points; there are ${found}`,
    );
  }
  return problems;
}

function pointsProblems(path: string, missions: readonly Mission[], words: readonly string[]): string[] {
  if (missions.length !== words.length) {
    return [
      `${path}.missions: must be ${words.length} missions worth ${words.map(shown).join(', ')}; there are ${missions.length}`,
    ];
  }
  return missions.flatMap(({ points }, index) =>
    String(points) === words[index]
      ? []
      : [`${path}.missions[${index}].points: must be ${shown(words[index] ?? '')} and not ${shown(points)}`],
  );
}

/** Ticks are stored by the mission's text, so texts must differ within a category. */
function twiceProblems(path: string, missions: readonly Mission[]): string[] {
  return missions.flatMap(({ task }, index) =>
    missions.findIndex((other) => other.task === task) < index
      ? [`${path}.missions[${index}].task: "${task}" already stands in this category`]
      : [],
  );
}

/** Returns the facts without what only two screens show. */
export const factsOf = ({ faq: _, missions: __, ...facts }: Festival): FestivalFacts => facts;

const shown = (points: number | string): string => JSON.stringify(points);

function told(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${written(issue.path)}: ${issue.message}`];
  return issue.keys.map((key) => `${written([...issue.path, key])}: is not known here; is it a typo?`);
}

function written(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return path.length === 0 ? 'the whole file' : steps.join('').replace(/^\./, '');
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  int: 'a whole number',
  number: 'a whole number',
  array: 'a list in [ ]',
  object: 'a group in { }',
};

/** Messages for an organiser with a text editor who does not know schemas. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'is empty' : `must be ${issue.minimum} or more`;
    case 'too_big':
      if (issue.origin === 'string') return `is longer than ${issue.maximum} characters`;
      return issue.origin === 'array' ? `holds more than ${issue.maximum}` : `must be ${issue.maximum} or less`;
    case 'invalid_format':
      return issue.format === 'date' ? 'is not a day written like 2025-11-13' : 'is not an http or https address';
    case 'invalid_union':
      return 'must be a whole number or a short text in quotes';
    default:
      return undefined;
  }
};
