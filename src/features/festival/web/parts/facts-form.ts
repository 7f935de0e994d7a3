/** The form of the festival's facts: each text by its path in the facts, and the missions as lines. */
import type { EditedFacts, Mission, MissionCategory } from '../../contract.ts';
import { LENGTHS } from '../../limits.ts';

type Text = {
  readonly path: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'url' | 'area';
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
  { path: 'place', label: 'Place', kind: 'text', limit: LENGTHS.line },
  { path: 'address', label: 'Address', kind: 'text', limit: LENGTHS.address },
  area('blurb', 'Blurb'),
  { path: 'links.localSpots', label: 'Link to local spots', kind: 'url', limit: LENGTHS.link },
  { path: 'links.chatCommunity', label: 'Link to the chat', kind: 'url', limit: LENGTHS.link },
  area('faq.introduction', 'Introduction'),
  area('faq.what', 'What?'),
  area('faq.when', 'When?'),
  area('faq.where', 'Where?'),
  area('faq.who', 'Who?'),
  area('faq.why', 'Why?'),
];

export const STARTS_LABEL = 'Events start by themselves';
const yesOrNo = (is = false): string => (is ? 'Yes' : 'No');

type Tree = { readonly [key: string]: string | Tree };

export const textAt = (facts: EditedFacts, path: string): string =>
  path.split('.').reduce<string | Tree>((inner, key) => (inner as Tree)[key] ?? '', facts as unknown as Tree) as string;

/** Returns the facts with the texts at these paths. */
export function withTexts(facts: EditedFacts, texts: Readonly<Record<string, string>>): EditedFacts {
  const { links, faq } = facts;
  const next = { ...facts, links: { ...links }, faq: { ...faq } };
  for (const [path, text] of Object.entries(texts)) {
    const [one = '', inner] = path.split('.');
    if (inner === undefined) Object.assign(next, { [one]: text });
    else Object.assign(next[one as 'links' | 'faq'], { [inner]: text });
  }
  return next;
}

/** A category as it is typed: a mission a line, its points behind the last bar. */
export type CategoryForm = { readonly category: string; readonly lines: string };

const BAR = '|';
const lineOf = ({ task, points }: Mission): string => `${task.replace(/\s+/g, ' ')} ${BAR} ${points}`;

export const categoryForms = (missions: readonly MissionCategory[]): CategoryForm[] =>
  missions.map(({ category, missions: all }) => ({ category, lines: all.map(lineOf).join('\n') }));

/** Points in digits are a number; without a bar they are missing, which the server reports. */
function missionIn(line: string): Mission {
  const bar = line.lastIndexOf(BAR);
  const points = bar === -1 ? '' : line.slice(bar + 1).trim();
  const task = (bar === -1 ? line : line.slice(0, bar)).trim();
  return { task, points: /^\d{1,7}$/.test(points) ? Number(points) : points };
}

/** Returns the typed missions. Lines that were not changed stay the missions they were, whatever they contain. */
export function missionsIn(forms: readonly CategoryForm[], present: readonly MissionCategory[]): MissionCategory[] {
  const missionOf = new Map(present.flatMap(({ missions }) => missions.map((mission) => [lineOf(mission), mission])));
  return forms.map(({ category, lines }) => ({
    category,
    missions: lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => missionOf.get(line) ?? missionIn(line)),
  }));
}

export type FactChange = { readonly label: string; readonly was: string; readonly is: string };

/** Returns what differs, as people read it. */
export function factChanges(was: EditedFacts, is: EditedFacts): FactChange[] {
  const texts = TEXTS.map(({ path, label }) => ({ label, was: textAt(was, path), is: textAt(is, path) }));
  const [before, after] = [categoryForms(was.missions), categoryForms(is.missions)];
  const linesOf = (forms: CategoryForm[], name: string) => forms.find((one) => one.category === name)?.lines ?? '';
  const names = [...new Set([...before, ...after].map(({ category }) => category))];
  const missions = names.map((name) => ({
    label: `Missions: ${name}`,
    was: linesOf(before, name),
    is: linesOf(after, name),
  }));
  const order = { label: 'Order of the categories', was: orderOf(before), is: orderOf(after) };
  const starts = { label: STARTS_LABEL, was: yesOrNo(was.startsByItself), is: yesOrNo(is.startsByItself) };
  const changed = [...texts, starts, ...missions].filter((one) => one.was !== one.is);
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
