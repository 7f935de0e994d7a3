/**
 * Converts Discord's messages to announcements. Input is untrusted: malformed messages are skipped, and so are
 * malformed parts of a good message. Fields: Discord's documentation of message, user and embed objects.
 */
import { z } from 'zod';
import { cleanName, INPUT_LIMIT, NAME_LIMIT } from '#platform/names.ts';
import { atOnce } from '#platform/steps.ts';
import { cardDate, clockTime, longDay } from '#platform/time.ts';
import type { Announcement, Embed } from '../contract.ts';
import { asPlainMarkdown, isWebAddress } from './markdown.ts';

/** How many of the newest messages are asked for and shown. */
export const SHOWN = 50;
/** Discord allows 4,096 characters in one text. */
const LONGEST = 6000;
/** Discord's own limit of embeds, and ours for an address in one. */
const EMBEDS = 10;
const LONGEST_ADDRESS = 2000;

const Snowflake = z.string().regex(/^\d{1,20}$/);

/** Discord allows at most this many mentions, and fewer of anything else, in a message. */
const LISTED = 100;

/** Returns the valid items among the first ones; an empty list for anything that is not a list. */
const listOf = <S extends z.ZodType>(shape: S) =>
  z
    .custom<readonly unknown[]>(Array.isArray)
    .catch([])
    .transform((items) =>
      items.slice(0, LISTED).flatMap((item) => {
        const read = shape.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

const maybe = z.string().nullable().catch(null);

const Person = z.object({ id: Snowflake, username: z.string(), global_name: maybe, avatar: maybe });
/** Of a message, and of one that it forwards. */
const MessageBody = z.object({
  content: z.string().catch(''),
  mentions: listOf(Person),
  mention_channels: listOf(z.object({ id: Snowflake, name: z.string() })),
  embeds: listOf(z.object({ title: maybe, url: maybe, description: maybe, color: z.number().nullable().catch(null) })),
  attachments: listOf(z.object({ filename: z.string() })),
  sticker_items: listOf(z.object({ name: z.string() })),
});
type MessageBody = z.infer<typeof MessageBody>;
const Message = MessageBody.extend({
  id: Snowflake,
  type: z.number(),
  content: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  author: Person,
  poll: z
    .object({ question: z.object({ text: z.string() }) })
    .nullable()
    .catch(null),
  message_snapshots: listOf(z.object({ message: MessageBody })),
});
type Message = z.infer<typeof Message>;

/** Ordinary messages and replies; other types announce joins and pins. */
const SHOWN_TYPES = [0, 19];
const isOrdinary = ({ type }: Message): boolean => SHOWN_TYPES.includes(type);

/**
 * Returns the announcements in Discord's response, newest first; null when it has messages but none is valid. Times
 * inside them are formatted in `zone`.
 */
export const announcementsIn = (raw: readonly unknown[], zone: string): Announcement[] | null =>
  atOnce(announcementsInSteps(raw, zone));

/** The same; yields before each message. */
export function* announcementsInSteps(
  raw: readonly unknown[],
  zone: string,
): Generator<void, Announcement[] | null, void> {
  for (const one of raw) {
    yield;
    messageOf(one);
  }
  const messages = messagesIn(raw);
  if (messages.length === 0 && raw.length > 0) return null;
  const ordinary = messages
    .filter(isOrdinary)
    .sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp) || compareIds(other.id, one.id));
  const announcements: Announcement[] = [];
  for (const message of ordinary) {
    yield;
    const announcement = announcementOf(message, zone);
    if (announcement.content !== '' || announcement.embeds.length > 0) announcements.push(announcement);
    if (announcements.length === SHOWN) break;
  }
  return announcements;
}

/** Cached, because several functions here parse the same messages, at a millisecond each. */
const parsed = new WeakMap<object, Message | null>();

function messageOf(raw: unknown): Message | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const before = parsed.get(raw);
  if (before !== undefined) return before;
  const read = Message.safeParse(raw).data ?? null;
  parsed.set(raw, read);
  return read;
}

const messagesIn = (raw: readonly unknown[]): Message[] => raw.map(messageOf).filter((message) => message !== null);

/** Compares by length first: ids are integers too large for Number. */
const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

/** Returns whether all messages are empty, as they arrive when the bot's Message Content Intent is off. */
export function areAllWordless(raw: readonly unknown[]): boolean {
  const ordinary = messagesIn(raw).filter(isOrdinary);
  return ordinary.length > 0 && ordinary.every(isWordless);
}

const isWordless = ({ content, embeds, attachments, sticker_items, poll, message_snapshots }: Message): boolean =>
  content === '' &&
  poll === null &&
  [embeds, attachments, sticker_items, message_snapshots].every((list) => list.length === 0);

function announcementOf(message: Message, zone: string): Announcement {
  const { id, author, timestamp, poll } = message;
  const bodies = [message, ...message.message_snapshots.map((snapshot) => snapshot.message)];
  const texts = bodies.map((one) => contentOf(one, zone));
  return {
    id,
    author: shownName(author),
    authorAvatar: avatarPath(author),
    content: bounded(
      [...texts, poll === null ? '' : `📊 ${cleanText(poll.question.text)}`].filter(Boolean).join('\n\n'),
    ),
    timestamp: new Date(timestamp).toISOString(),
    embeds: bodies.flatMap((one) => one.embeds.flatMap((embed) => embedOf(embed, one, zone))).slice(0, EMBEDS),
  };
}

function contentOf(body: MessageBody, zone: string): string {
  const pieces = [...body.attachments.map(({ filename }) => filename), ...body.sticker_items.map(({ name }) => name)];
  const files = pieces.map((name) => `📎 ${asPlainMarkdown(cleanText(name))}`);
  return [readable(body.content, body, zone), ...files].filter(Boolean).join('\n');
}

/** Returns a chat name as a valid name of ours, so that one strange name does not break the list. */
function shownName({ global_name, username }: z.infer<typeof Person>): string {
  for (const raw of [global_name, username]) {
    const verdict = cleanName([...(raw ?? '').slice(0, INPUT_LIMIT)].slice(0, NAME_LIMIT).join(''));
    if ('name' in verdict) return verdict.name;
  }
  return 'Someone';
}

const HASH = /^(a_)?[0-9a-f]{1,62}$/;

/** Null for Discord's default picture: initials distinguish people better. */
const avatarPath = ({ id, avatar }: z.infer<typeof Person>): string | null =>
  avatar !== null && HASH.test(avatar) ? `/api/discord/avatars/${id}-${avatar}.png` : null;

const WHITE = 0xff_ff_ff;

function embedOf(embed: MessageBody['embeds'][number], body: MessageBody, zone: string): Embed[] {
  const title = cleanText(embed.title ?? '');
  const description = readable(embed.description ?? '', body, zone);
  if (title === '' && description === '') return [];
  const { url, color } = embed;
  return [
    {
      title: title || null,
      url: url !== null && url.length <= LONGEST_ADDRESS && isWebAddress(url) ? url : null,
      description: description || null,
      color: color !== null && Number.isInteger(color) && color >= 0 && color <= WHITE ? color : null,
    },
  ];
}

/** Control characters but for line ends and tabs, and what turns the direction of the text after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
const UNSHOWN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const bounded = (text: string): string => text.slice(0, LONGEST).toWellFormed();

const cleanText = (raw: string): string =>
  raw.slice(0, LONGEST).replace(/\r\n?/g, '\n').replace(UNSHOWN, '').toWellFormed().trim();

const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;
const TOKEN = /<(?:@!?(\d+)|(@)&\d+|#(\d+)|a?(:\w+:)\d+|t:(\d{1,12})(?::(\w))?|(\/[^:<>\n]{1,100}):\d+|(id):\w+)>/g;

/** Replaces mentions, custom emoji and times with readable text. Leaves code unchanged. */
function readable(raw: string, { mentions, mention_channels }: MessageBody, zone: string): string {
  const names = new Map(mentions.map((person) => [person.id, shownName(person)]));
  const channels = new Map(mention_channels.map(({ id, name }) => [id, cleanText(name)]));
  const spoken = (token: string, ...[person, role, channel, emoji, seconds, style, command, tab]: string[]): string => {
    if (person) return `@${asPlainMarkdown(names.get(person) ?? 'someone')}`;
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

/**
 * Formats Discord's time styles in the festival's zone. R ("in two hours") becomes a time, because the list is cached.
 */
function timeText(seconds: number, style: string | undefined, zone: string): string | null {
  if (seconds > LAST_SECOND) return null;
  const iso = new Date(seconds * 1000).toISOString();
  if (style === 't' || style === 'T') return clockTime(iso, zone);
  if (style === 'd' || style === 'D') return cardDate(iso, zone);
  return `${style === 'F' ? longDay(iso, zone) : cardDate(iso, zone)}, ${clockTime(iso, zone)}`;
}
