import type { z } from 'zod';
import { looseKey, roomKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { isTimeZone } from '#platform/time.ts';
import type { EditedFacts, Festival, FestivalFacts, Mission, MissionCategory, Room } from '../contract.ts';
import { FestivalFile } from '../contract.ts';
import { ASK_ABOVE_POINTS, limitWords } from '../limits.ts';
import { hasNoAddress } from './rooms.ts';

/** Each problem is 'path: what is wrong'. Checks the rules only when the shape is right. */
export function festivalProblems(raw: unknown): FestivalRead | { problems: string[] } {
  const shape = FestivalFile.safeParse(raw, { error: plainWords });
  if (!shape.success) return { problems: shape.error.issues.flatMap(sentencesOf) };
  const { badgeWord, ...festival } = shape.data;
  const problems = [...inconsistencies(festival), ...(badgeWord === undefined ? [] : wordProblems(badgeWord))];
  return problems.length > 0 ? { problems } : { festival, badgeWord: badgeWord ?? null };
}

/** Separate from the festival, so that no response or page contains the badge word. */
export type FestivalRead = { readonly festival: Festival; readonly badgeWord: string | null };

const inconsistencies = (festival: Festival): string[] => [
  ...calendarProblems(festival),
  ...missionProblems(festival.missions),
  ...roomProblems(festival.rooms ?? []),
];

export function whyNotFacts(facts: EditedFacts): Verdict {
  const [first] = inconsistencies({ ...facts, timeZone: 'UTC' });
  if (first === undefined) return null;
  const [field = '', ...words] = first.split(': ');
  return new Refusal('BAD_INPUT', `${sentenceStart(field)} ${words.join(': ')}.`, { field: `facts.${field}` });
}

/** 'missions[2].missions[1].task' → 'The missions:', 'rooms[1].name' → 'Room 2:' */
function sentenceStart(field: string): string {
  const [, room] = /^rooms\[(\d+)\]/.exec(field) ?? [];
  if (room !== undefined) return `Room ${Number(room) + 1}:`;
  if (field.startsWith('missions')) return 'The missions:';
  return field === 'lastDay' ? 'The last day,' : field;
}

/** Characters that launchers show under an icon. */
const SHORT_NAME = 12;

/** The first words that fit under an icon: at least one, cut if need be. */
export function shortName(name: string): string {
  if (name.length <= SHORT_NAME) return name;
  const fits = name.slice(0, SHORT_NAME + 1).lastIndexOf(' ');
  return fits > 0 ? name.slice(0, fits) : [...name].slice(0, SHORT_NAME).join('');
}

export const mergeFacts = (file: Festival, facts: EditedFacts | null): Festival => ({ ...file, ...facts });

export const editablePart = ({ timeZone: _, checkIn: __, ...facts }: Festival): EditedFacts => facts;

export const changedFacts = (one: EditedFacts, other: EditedFacts): (keyof EditedFacts)[] =>
  [...new Set(Object.keys({ ...one, ...other }) as (keyof EditedFacts)[])].filter((key) =>
    isOther(one[key], other[key]),
  );

/** Characters; the list shows fewer and has many entries a page. */
const RECORDED = 200;
const cut = (text: string): string => (text.length > RECORDED ? `${text.slice(0, RECORDED).toWellFormed()}…` : text);
const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Long texts by their beginning. */
export const factsToRecord = (facts: EditedFacts, other: EditedFacts): Record<string, unknown> =>
  Object.fromEntries(
    changedFacts(facts, other).map((key) => {
      if (key === 'missions') return [key, changedCategories(facts.missions, other.missions)];
      if (key === 'faq') return [key, changedTexts(facts.faq, other.faq)];
      if (key === 'startsByItself' || key === 'endsByItself' || key === 'claims' || key === 'reports')
        return [key, facts[key] === true];
      if (key === 'announcementsFrom') return [key, facts[key] ?? 'discord'];
      if (key === 'askAbovePoints') return [key, facts[key] ?? ASK_ABOVE_POINTS];
      if (key === 'rooms') return [key, changedRooms(facts.rooms, other.rooms)];
      if (key === 'opensAt' || key === 'registrationOpensAt') return [key, facts[key] ?? 'open'];
      if (key === 'thanks') return [key, cut(facts[key] ?? '')];
      if (key === 'thanksPictures') return [key, (facts[key] ?? []).map(({ name }) => name)];
      if (key === 'mapPicture') return [key, facts[key] ? 'a picture' : 'no map'];
      return [key, key === 'links' ? changedTexts(facts.links, other.links) : cut(facts[key])];
    }),
  );

const changedTexts = (texts: Record<string, string>, other: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text === other[key] ? [] : [[key, cut(text)] as const])),
  );

const changedCategories = (categories: readonly MissionCategory[], other: readonly MissionCategory[]): string[] =>
  categories
    .filter((category, index) => isOther(category, other[index]))
    .map(({ category, missions }) => cut(`${category}: ${missions.map(missionWords).join(', ')}`));

const changedRooms = (rooms: readonly Room[] = [], other: readonly Room[] = []): string[] =>
  rooms
    .filter((room, index) => isOther(room, other[index]))
    .map(({ name, way, pin }) => cut(`${name}: ${way}${pin === null ? '' : ` (${pin.x} %, ${pin.y} %)`}`));

const missionWords = ({ task, points, limit }: Mission): string =>
  `${task} (${points}${limit === 1 ? '' : `, ${limitWords(limit)}`})`;

/** Words are compared without case, accents, spaces and punctuation. */
const wordProblems = (badgeWord: string): string[] =>
  looseKey(badgeWord) === '' ? ['badgeWord: needs a letter or a digit'] : [];

function calendarProblems({ firstDay, lastDay, timeZone }: Festival): string[] {
  const problems: string[] = [];
  if (lastDay < firstDay) problems.push(`lastDay: ${lastDay} is before the first day, ${firstDay}`);
  if (!isTimeZone(timeZone)) {
    problems.push(
      `timeZone: this server’s Node.js knows no "${timeZone}"; check the name, such as America/New_York, or take a newer Node.js`,
    );
  }
  return problems;
}

function missionProblems(categories: readonly MissionCategory[]): string[] {
  const texts = [
    ...twice(categories.map(({ category }) => category)).map(
      (index) => `missions[${index}].category: there is another "${categories[index]?.category}"`,
    ),
    ...categories.flatMap(({ missions }, at) =>
      twice(missions.map(({ task }) => task)).map(
        (index) => `missions[${at}].missions[${index}].task: "${missions[index]?.task}" is already in this category`,
      ),
    ),
  ];
  const ids = categories.flatMap(({ missions }) => missions.map(({ id }) => id));
  // A mission that is there twice is one mistake.
  return texts.length > 0 ? texts : twice(ids).map((index) => `missions: two have the id ${ids[index]}`);
}

const roomProblems = (rooms: readonly Room[]): string[] => [
  ...rooms.flatMap(({ name }, index) =>
    hasNoAddress(name) ? [`rooms[${index}].name: "${name}" cannot be part of an address`] : [],
  ),
  ...twice(rooms.map(({ name }) => roomKey(name))).map(
    (index) => `rooms[${index}].name: there is another "${rooms[index]?.name}"`,
  ),
];

const twice = (texts: readonly string[]): number[] =>
  texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));

export const factsOf = ({ faq: _, missions: __, ...facts }: Festival): FestivalFacts => facts;

function sentencesOf(issue: z.core.$ZodIssue): string[] {
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

/** The contract has the messages of texts, lists and days. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be ${issue.minimum} or more`;
    case 'too_big':
      return `must be ${issue.maximum} or less`;
    case 'invalid_union':
      return 'must be a whole number or a short text in quotes';
    default:
      return undefined;
  }
};
