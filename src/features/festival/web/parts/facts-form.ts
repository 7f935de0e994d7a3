/** The form of the festival's facts: each text by its path in the facts, and the missions as lines. */
import { pictureName } from '#features/screens/pictures/rules.ts';
import { freeSlug } from '#platform/names.ts';
import { readWhole } from '#platform/numbers.ts';
import { parseZoned, tickerTime, zonedInput } from '#platform/time.ts';
import type { EditedFacts, Mission, MissionCategory } from '../../contract.ts';
import { ASK_ABOVE_POINTS, LENGTHS, limitWords, MOST_THANKS_PICTURES } from '../../limits.ts';

type Text = {
  readonly path: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'url' | 'area' | 'datetime-local';
  readonly limit?: number;
  readonly hint?: string;
};

const area = (path: string, label: string): Text => ({ path, label, kind: 'area', limit: LENGTHS.text });

/** In the form's order. */
export const TEXTS: readonly Text[] = [
  { path: 'name', label: 'Name', kind: 'text', limit: LENGTHS.line },
  {
    path: 'dates',
    label: 'Dates',
    kind: 'text',
    limit: LENGTHS.line,
    hint: 'As people read them: 13-16 November 2025.',
  },
  { path: 'firstDay', label: 'First day', kind: 'date' },
  { path: 'lastDay', label: 'Last day', kind: 'date' },
  {
    path: 'opensAt',
    label: 'Programme opens',
    kind: 'datetime-local',
    hint: 'Until then visitors see the festival and its date, and no event. Empty: it is open.',
  },
  {
    path: 'registrationOpensAt',
    label: 'Places from',
    kind: 'datetime-local',
    hint: 'From then on visitors can take places, not before the programme opens. Empty: as soon as they see the event.',
  },
  { path: 'place', label: 'Place', kind: 'text', limit: LENGTHS.line },
  { path: 'address', label: 'Address', kind: 'text', limit: LENGTHS.address },
  area('blurb', 'Blurb'),
  { path: 'links.localSpots', label: 'Link to local spots', kind: 'url', limit: LENGTHS.link },
  { path: 'links.chatCommunity', label: 'Link to the chat', kind: 'url', limit: LENGTHS.link },
  {
    path: 'askAbovePoints',
    label: 'Ask a helper above so many points',
    kind: 'text',
    limit: 7,
    hint: `Who gives more at once is asked, and you see it in Needs attention. ${ASK_ABOVE_POINTS} where nothing is typed.`,
  },
  { ...area('thanks', 'Thank you'), hint: 'On the home page once the last event is over, with the winners.' },
  area('faq.introduction', 'Introduction'),
  area('faq.what', 'What?'),
  area('faq.when', 'When?'),
  area('faq.where', 'Where?'),
  area('faq.who', 'Who?'),
  area('faq.why', 'Why?'),
];

const ON_OFF = { on: true, off: false } as const;

/** The facts that are on or off. */
export const SWITCHES = [
  {
    key: 'announcementsFrom',
    ...{ on: 'here', off: 'discord' },
    label: 'Announcements come only from here',
    hint: 'News shows what you write here. Otherwise Discord is asked too.',
  },
  {
    key: 'startsByItself',
    ...ON_OFF,
    label: 'Events start by themselves',
    hint: 'Each is in progress from its start, as late as it is.',
  },
  {
    key: 'endsByItself',
    ...ON_OFF,
    label: 'Events end by themselves',
    hint: 'Each is completed 15 minutes after its end, a tournament once it is decided. One that gives points stays yours.',
  },
  {
    key: 'claims',
    ...ON_OFF,
    label: 'People claim missions on their phones',
    hint: 'People with an account tap Claim at a mission. You or a points helper approves it.',
  },
  {
    key: 'reports',
    ...ON_OFF,
    label: 'Players report their results',
    hint: 'Both players of a match say how it ended. If they say the same it counts, else a judge decides. New events start like this.',
  },
] as const;
/** What is pressed and not typed. */
export type Switches = Pick<EditedFacts, (typeof SWITCHES)[number]['key'] | 'thanksPictures'>;
const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

type Pictures = NonNullable<EditedFacts['thanksPictures']>;

/** With this picture as the last, or without it. Those that are gone drop out, and the others get their present names. */
export function pressedPictures(chosen: Pictures, pressed: string, all: Pictures): Pictures {
  const ids = chosen.map(({ id }) => id);
  const next = ids.includes(pressed) ? ids.filter((id) => id !== pressed) : [...ids, pressed];
  const there = next.map((id) => ({ id, name: pictureName(all, id) ?? '' })).filter(({ name }) => name !== '');
  return there.length > MOST_THANKS_PICTURES ? chosen : there;
}

type Tree = { readonly [key: string]: string | Tree };

/** Facts as they are typed: new missions have no id. */
export type TypedFacts = Omit<EditedFacts, 'missions'> & { readonly missions: TypedCategory[] };

const isMoment = (path: string): path is 'opensAt' | 'registrationOpensAt' =>
  path === 'opensAt' || path === 'registrationOpensAt';

/** Moments are typed in the festival's zone. */
export const textAt = (facts: TypedFacts, path: string, zone: string): string => {
  const text = rawAt(facts, path);
  // What is half typed stays so.
  return isMoment(path) && Number.isFinite(Date.parse(text)) && text.endsWith('Z') ? zonedInput(text, zone) : text;
};

const rawAt = (facts: TypedFacts, path: string): string =>
  String(path.split('.').reduce<string | Tree>((inner, key) => (inner as Tree)[key] ?? '', facts as unknown as Tree));

/** Returns the facts with the texts at these paths. */
export function withTexts(facts: EditedFacts, texts: Readonly<Record<string, string>>, zone: string): EditedFacts {
  const { links, faq } = facts;
  const next = { ...facts, links: { ...links }, faq: { ...faq } };
  for (const [path, text] of Object.entries(texts)) {
    const [one = '', inner] = path.split('.');
    if (path === 'askAbovePoints') {
      delete next.askAbovePoints;
      // What is no number is refused by the server, with the reason.
      if (text.trim() !== '') next.askAbovePoints = readWhole(text) ?? Number.NaN;
    } else if (path === 'thanks') {
      delete next.thanks;
      if (text.trim() !== '') next.thanks = text;
      // Without it the words of festival.json would hold.
      else if (facts.thanks !== undefined) next.thanks = null;
    } else if (isMoment(path)) {
      delete next[path];
      const read = parseZoned(text, zone);
      // What is no moment is refused by the server, with the reason.
      if (text !== '') next[path] = 'iso' in read ? read.iso : text;
    } else if (inner === undefined) Object.assign(next, { [one]: text });
    else Object.assign(next[one as 'links' | 'faq'], { [inner]: text });
  }
  return next;
}

/** A category as it is typed: a mission a line, its points behind the last bar. */
export type CategoryForm = { readonly category: string; readonly lines: string };

const BAR = '|';
const lineOf = ({ task, points, limit = 1 }: TypedMission): string =>
  [task.replace(/\s+/g, ' '), points, ...(limit === 1 ? [] : [limitWords(limit)])].join(` ${BAR} `);

export const categoryForms = (missions: readonly TypedCategory[]): CategoryForm[] =>
  missions.map(({ category, missions: all }) => ({ category, lines: all.map(lineOf).join('\n') }));

const LIMIT = /^(?:no limit|(\d{1,4}) times?)$/i;

/** Points in digits are a number; without a bar they are missing, which the server reports. */
function missionIn(line: string): TypedMission {
  const parts = line.split(BAR).map((part) => part.trim());
  const typed = parts.length > 2 ? LIMIT.exec(parts.at(-1) ?? '') : null;
  if (typed !== null) parts.pop();
  const points = parts.length > 1 ? (parts.pop() ?? '') : '';
  const limit = typed === null ? 1 : typed[1] === undefined ? null : Number(typed[1]);
  return { task: parts.join(` ${BAR} `), points: /^\d{1,7}$/.test(points) ? Number(points) : points, limit };
}

/** A new mission has no id yet. */
type TypedMission = Pick<Mission, 'task' | 'points'> & Partial<Mission>;
export type TypedCategory = Omit<MissionCategory, 'missions'> & { readonly missions: TypedMission[] };

/** Without short ones, which most tasks share. */
const wordsOf = ({ task }: TypedMission): string[] => task.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Half of the words of the task with fewer, or more, are in the other. */
function isReworded(one: TypedMission, other: TypedMission): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  return few.length > 0 && few.filter((word) => many.includes(word)).length * 2 >= few.length;
}

/**
 * Returns the typed missions. Lines that were not changed stay the missions they were, whatever they contain; a mission that
 * was only reworded keeps its id, so that claims and ticks stay with it. So does one that was rewritten on its line: the preview
 * asks about both.
 */
export function missionsIn(forms: readonly CategoryForm[], present: readonly MissionCategory[]): TypedCategory[] {
  const all = present.flatMap(({ missions }) => missions);
  const missionOf = new Map(all.map((mission) => [lineOf(mission), mission]));
  const rows = forms.map(({ lines }) => lines.split('\n').filter((line) => line.trim() !== ''));
  const kept = new Set(rows.flat().map((line) => missionOf.get(line)));
  const gone = all.filter((mission) => !kept.has(mission));
  const missionAt = (line: string): TypedMission => {
    const same = missionOf.get(line);
    // The second of two equal lines is a mistake, which the server reports.
    if (same !== undefined) return kept.delete(same) ? same : missionIn(line);
    const typed = missionIn(line);
    const at = gone.findIndex((mission) => isReworded(mission, typed));
    const [was] = at === -1 ? [] : gone.splice(at, 1);
    return was === undefined ? typed : { id: was.id, ...typed };
  };
  const read = forms.map(({ category }, index) => ({ category, missions: (rows[index] ?? []).map(missionAt) }));
  return read.map(({ category, missions }, index) => {
    const former = present.find((one) => one.category === category) ?? present[index];
    const rewritten = missions.map((mission, line) => {
      const was = former?.missions[line];
      return mission.id === undefined && was !== undefined && gone.includes(was) ? { id: was.id, ...mission } : mission;
    });
    return { category, missions: rewritten };
  });
}

const allIn = (categories: readonly TypedCategory[]): TypedMission[] => categories.flatMap(({ missions }) => missions);

/** Which missions are the same, reworded, new and gone: reworded ones keep their claims and ticks. */
export function missionChanges(was: readonly TypedCategory[], is: readonly TypedCategory[]) {
  const [before, after] = [allIn(was), allIn(is)];
  const former = (id: string | undefined) =>
    id === undefined ? undefined : before.find((mission) => mission.id === id);
  const changed = after.flatMap(({ id, task }) => {
    const mission = former(id);
    return id === undefined || mission === undefined || mission.task === task
      ? []
      : [{ id, was: mission.task, is: task }];
  });
  const added = after.filter(({ id }) => former(id) === undefined).map(({ task }) => task);
  const gone = before.filter(({ id }) => after.every((mission) => mission.id !== id)).map(({ task }) => task);
  return { same: after.length - changed.length - added.length, changed, added, gone };
}

/** Makes these reworded missions others than those they replace. They and new ones get an id that none has or had. */
export function asAnother(
  was: readonly TypedCategory[],
  is: readonly TypedCategory[],
  ids: readonly string[],
): TypedCategory[] {
  const taken = new Set([...allIn(was), ...allIn(is)].map(({ id }) => id));
  return is.map((category) => ({
    ...category,
    missions: category.missions.map((mission) =>
      mission.id === undefined || ids.includes(mission.id)
        ? { ...mission, id: freeSlug(mission.task, taken) }
        : mission,
    ),
  }));
}

export type FactChange = { readonly label: string; readonly was: string; readonly is: string };

/** Returns what differs, as people read it. */
export function factChanges(was: TypedFacts, is: TypedFacts, zone: string): FactChange[] {
  const asRead = (facts: TypedFacts, path: string): string => {
    const moment = isMoment(path) ? facts[path] : null;
    return moment ? tickerTime(moment, zone) : textAt(facts, path, zone);
  };
  const texts = TEXTS.map(({ path, label }) => ({ label, was: asRead(was, path), is: asRead(is, path) }));
  const [before, after] = [categoryForms(was.missions), categoryForms(is.missions)];
  const linesOf = (forms: CategoryForm[], name: string) => forms.find((form) => form.category === name)?.lines ?? '';
  const names = [...new Set([...before, ...after].map(({ category }) => category))];
  const missions = names.map((name) => ({
    label: `Missions: ${name}`,
    was: linesOf(before, name),
    is: linesOf(after, name),
  }));
  const order = { label: 'Order of the categories', was: orderOf(before), is: orderOf(after) };
  const switches = SWITCHES.map(({ key, on, label }) => ({
    label,
    was: yesOrNo(was[key] === on),
    is: yesOrNo(is[key] === on),
  }));
  const namesOf = ({ thanksPictures = [] }: TypedFacts) => thanksPictures.map(({ name }) => name).join('\n');
  const pictures = { label: 'Pictures of the thank you', was: namesOf(was), is: namesOf(is) };
  const changed = [...texts, pictures, ...switches, ...missions].filter((one) => one.was !== one.is);
  const isMoved = changed.every(({ label }) => !label.startsWith('Missions')) && order.was !== order.is;
  return isMoved ? [...changed, order] : changed;
}

const orderOf = (forms: readonly CategoryForm[]): string => forms.map(({ category }) => category).join(', ');

/** Where a refusal belongs: at a text by its path, or at the missions; '' for the form as a whole. */
export function problemOf(field: string | undefined, sentence: string): { path: string; text: string } {
  const path = (field ?? '').replace(/^facts\.?/, '');
  const rest = sentence.replace(/^Facts\S* ?.*? (?=is |must |holds |has |does )/, '');
  if (!path.startsWith('missions')) {
    const label = TEXTS.find((text) => text.path === path)?.label;
    return { path: label === undefined ? '' : path, text: rest === sentence ? sentence : `${label ?? 'It'} ${rest}` };
  }
  const [category, mission] = [...path.matchAll(/\d+/g)].map(([digits]) => Number(digits) + 1);
  if (rest === sentence || category === undefined) return { path: 'missions', text: sentence };
  const what = path.slice(path.lastIndexOf('.') + 1);
  const where = mission === undefined ? `Category ${category}` : `Category ${category}, line ${mission}`;
  return { path: 'missions', text: `${where}: ${what === 'category' ? 'the name' : what} ${rest}` };
}
