import { cardDate, clockTime, longDay } from '#platform/time.ts';
import { asPlainMarkdown } from './markdown.ts';

/** 'RO' for 'rosa quint'; without letters or digits the first characters. */
export function initials(name: string): string {
  const letters = name.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [...name];
  return letters.slice(0, 2).join('').toUpperCase();
}

/** Discord allows 4,096 characters in one text, and 6,000 in the embeds of a message. */
const LONGEST = 6000;

/** Controls except line ends and tabs, and characters that turn the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
const UNSHOWN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export const cleanText = (raw: string): string =>
  raw.slice(0, LONGEST).replace(/\r\n?/g, '\n').replace(UNSHOWN, '').toWellFormed().trim();

/** Joins paragraphs as long as they fit: a cut inside one could uncover a spoiler. */
export function paragraphs(texts: readonly string[]): string {
  let joined = '';
  for (const text of texts.filter(isVisible)) {
    const longer = joined === '' ? text : `${joined}\n\n${text}`;
    if (longer.length > LONGEST) return joined === '' ? text.slice(0, LONGEST).toWellFormed() : `${joined}\n\n…`;
    joined = longer;
  }
  return joined;
}

/** False for the zero-width spaces with which bots fill a name that must not be empty. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Covers a text until it is pressed. Marks inside it would end the cover. */
export const covered = (text: string): string => `||${text.replaceAll('||', '')}||`;

export const plainLine = (raw: string): string => asPlainMarkdown(cleanText(raw).replace(/\s+/g, ' '));

/** At the beginning of a line "1." and "#" mean something, too. */
export const plainParagraph = (raw: string): string => plainLine(raw).replace(/^(\d{0,4})([-#.)])/, '$1\\$2');

const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;
const TOKEN = /<(?:@!?(\d+)|(@)&\d+|#(\d+)|a?(:\w+:)\d+|t:(\d{1,12})(?::(\w))?|(\/[^:<>\n]{1,100}):\d+|(id):\w+)>/g;

export type Mentioned = {
  readonly people: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
};

/** Leaves code unchanged. */
export function readable(raw: string, { people, channels }: Mentioned, zone: string): string {
  const spoken = (token: string, ...[person, role, channel, emoji, seconds, style, command, tab]: string[]): string => {
    if (person) return `@${asPlainMarkdown(people.get(person) ?? 'someone')}`;
    if (role) return '@role';
    if (channel) return `#${asPlainMarkdown(channels.get(channel) ?? 'channel')}`;
    if (tab) return '#channels';
    if (seconds) return timeText(Number(seconds), style, zone) ?? token;
    return emoji ?? command ?? token;
  };
  const parts = cleanText(raw).split(CODE);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(TOKEN, spoken))).join('');
}

const LAST_SECOND = Date.parse('9998-12-31T00:00Z') / 1000;

/** The list is cached, so style R ("in two hours") becomes a time. */
function timeText(seconds: number, style: string | undefined, zone: string): string | null {
  if (seconds > LAST_SECOND) return null;
  const iso = new Date(seconds * 1000).toISOString();
  if (style === 't' || style === 'T') return clockTime(iso, zone);
  if (style === 'd' || style === 'D') return cardDate(iso, zone);
  return `${style === 'F' ? longDay(iso, zone) : cardDate(iso, zone)}, ${clockTime(iso, zone)}`;
}
