/**
 * Untrusted input: malformed messages are skipped, and so are malformed parts of a good message. Fields: Discord's
 * documentation of message, user and embed objects.
 */
import { z } from 'zod';
import { cleanName, INPUT_LIMIT, NAME_LIMIT } from '#platform/names.ts';
import type { Announcement, Embed } from '../contract.ts';
import { isWebAddress } from './markdown.ts';
import { cleanText, covered, isVisible, paragraphs, plainLine, plainParagraph, readable } from './readable.ts';

const LONGEST_ADDRESS = 2000;
/** Discord allows at most this many mentions, and fewer of anything else. */
const LISTED = 100;

/** Only valid items; empty for anything that is not a list. */
const listOf = <S extends z.ZodType>(shape: S, most = LISTED) =>
  z
    .custom<readonly unknown[]>(Array.isArray)
    .catch([])
    .transform((items) =>
      items.slice(0, most).flatMap((item) => {
        const read = shape.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

const maybe = z.string().nullable().catch(null);

/** Not recursive, because the depth is unbounded. */
const Component = z.object({
  content: maybe,
  label: maybe,
  url: maybe,
  description: maybe,
  spoiler: z.boolean().catch(false),
  components: listOf(z.unknown()),
  items: listOf(z.unknown()),
  accessory: z.unknown().optional(),
});
const EmbedBody = z.object({
  title: maybe,
  url: maybe,
  description: maybe,
  color: z.number().nullable().catch(null),
  author: z.object({ name: z.string() }).nullable().catch(null),
  fields: listOf(z.object({ name: z.string(), value: z.string() }), 25),
  footer: z.object({ text: z.string() }).nullable().catch(null),
});
const PollText = z.object({ text: z.string(), emoji: z.object({ id: maybe, name: maybe }).nullable().catch(null) });
const Poll = z.object({ question: PollText, answers: listOf(z.object({ poll_media: PollText })) });

type Speak = (raw: string) => string;

/** At most as many as Discord allows, of any depth, in the order of the screen. */
function componentTexts(components: readonly unknown[], speak: Speak): string[] {
  const texts: string[] = [];
  const pending = components.map((raw) => ({ raw, isCovered: false })).reverse();
  for (let count = 0; count < LISTED; count += 1) {
    const next = pending.pop();
    if (next === undefined) break;
    const component = Component.safeParse(next.raw).data;
    if (component === undefined) continue;
    const { content, label, url, description, spoiler, components: parts, items, accessory } = component;
    const isCovered = next.isCovered || spoiler;
    const button = url === null ? '' : [plainParagraph(label ?? ''), cleanText(url)].filter(Boolean).join(': ');
    const own = [speak(content ?? ''), plainParagraph(description ?? ''), button].filter(Boolean);
    texts.push(...(isCovered ? own.map(covered) : own));
    const inside = [...parts, ...items, accessory].filter((raw) => raw !== undefined);
    pending.push(...inside.map((raw) => ({ raw, isCovered })).reverse());
  }
  return texts;
}

function pollTexts(poll: z.infer<typeof Poll> | null): string[] {
  if (poll === null) return [];
  const answers = poll.answers.map(({ poll_media: { text, emoji } }) =>
    plainLine(`${emoji?.id === null ? `${emoji.name ?? ''} ` : ''}${text}`),
  );
  return [[`📊 ${plainLine(poll.question.text)}`, ...answers.map((answer) => `- ${answer}`)].join('\n')];
}

const WHITE = 0xff_ff_ff;

function embedOf(embed: z.infer<typeof EmbedBody>, speak: Speak): Embed[] {
  const { author, fields, footer } = embed;
  const title = cleanText(embed.title ?? '');
  const description = paragraphs([
    plainParagraph(author?.name ?? ''),
    speak(embed.description ?? ''),
    ...fields.map(fieldText(speak)),
    isVisible(footer?.text ?? '') ? `-# ${plainLine(footer?.text ?? '')}` : '',
  ]);
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

const fieldText =
  (speak: Speak) =>
  ({ name, value }: z.infer<typeof EmbedBody>['fields'][number]): string => {
    const heading = speak(name).replace(/\s+/g, ' ');
    return [isVisible(heading) ? `**${heading}**` : '', speak(value)].filter(isVisible).join('\n');
  };

export const SHOWN = 50;
/** Discord allows at most ten embeds, and one forwarded message. */
const FEW = 10;

const Snowflake = z.string().regex(/^\d{1,20}$/);

const Person = z.object({ id: Snowflake, username: z.string(), global_name: maybe, avatar: maybe });
const MessageBody = z.object({
  content: z.string().catch(''),
  mentions: listOf(Person),
  mention_channels: listOf(z.object({ id: Snowflake, name: z.string() })),
  embeds: listOf(EmbedBody, FEW),
  attachments: listOf(z.object({ filename: z.string(), description: maybe })),
  components: listOf(z.unknown()),
  flags: z.int().catch(0),
  sticker_items: listOf(z.object({ name: z.string() })),
});
type MessageBody = z.infer<typeof MessageBody>;
const Message = MessageBody.extend({
  id: Snowflake,
  type: z.number(),
  content: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  author: Person,
  poll: Poll.nullable().catch(null),
  message_snapshots: listOf(z.object({ message: MessageBody }), FEW),
});
type Message = z.infer<typeof Message>;

/** Ordinary messages and replies; other types announce joins and pins. */
const SHOWN_TYPES = [0, 19];
const isOrdinary = (message: Message): boolean => SHOWN_TYPES.includes(message.type) && !isStub(message);

/** What stays of a followed channel's message after its original was deleted (SOURCE_MESSAGE_DELETED). */
const isStub = ({ flags }: MessageBody): boolean => (flags & 8) !== 0;

/** Newest first; null when there are messages but none is valid. */
export function announcementsIn(raw: readonly unknown[], zone: string): Announcement[] | null {
  const messages = messagesIn(raw);
  if (messages.length === 0 && raw.length > 0) return null;
  const ordinary = messages
    .filter(isOrdinary)
    .sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp) || compareIds(other.id, one.id));
  const announcements: Announcement[] = [];
  for (const message of ordinary) {
    const announcement = announcementOf(message, zone);
    if (announcement.content !== '' || announcement.embeds.length > 0) announcements.push(announcement);
    if (announcements.length === SHOWN) break;
  }
  return announcements;
}

/** Several functions parse the same messages, at a millisecond each. */
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

/** Ids are integers too large for Number, so the longer one is larger. */
const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

/** So they arrive when the bot's Message Content Intent is off. */
export function areAllWordless(raw: readonly unknown[]): boolean {
  const ordinary = messagesIn(raw).filter(isOrdinary);
  return ordinary.length > 0 && ordinary.every(isWordless);
}

const isWordless = (message: Message): boolean => {
  const { content, embeds, attachments, components, sticker_items, poll, message_snapshots } = message;
  const lists = [embeds, attachments, components, sticker_items, message_snapshots];
  return content === '' && poll === null && lists.every((list) => list.length === 0);
};

function announcementOf(message: Message, zone: string): Announcement {
  const { id, author, timestamp, poll } = message;
  const forwarded = message.message_snapshots.map((snapshot) => snapshot.message);
  const bodies = [message, ...forwarded.filter((one) => !isStub(one))].map((body) => {
    const mentioned = mentionedIn(body);
    return { body, speak: (raw: string) => readable(raw, mentioned, zone) };
  });
  return {
    id,
    author: shownName(author),
    authorAvatar: avatarPath(author),
    content: paragraphs([...bodies.flatMap(({ body, speak }) => contentOf(body, speak)), ...pollTexts(poll)]),
    timestamp: new Date(timestamp).toISOString(),
    embeds: bodies.flatMap(({ body, speak }) => body.embeds.flatMap((embed) => embedOf(embed, speak))).slice(0, FEW),
  };
}

const mentionedIn = ({ mentions, mention_channels }: MessageBody) => ({
  people: new Map(mentions.map((person) => [person.id, shownName(person)])),
  channels: new Map(mention_channels.map(({ id, name }) => [id, cleanText(name)])),
});

function contentOf(
  { content, components, attachments, sticker_items }: MessageBody,
  speak: (raw: string) => string,
): string[] {
  const files = [
    ...attachments.map(({ filename, description }) => {
      const words = plainLine(description ?? '');
      if (words === '') return plainLine(filename);
      return `${plainLine(filename)}: ${filename.startsWith('SPOILER_') ? covered(words) : words}`;
    }),
    ...sticker_items.map(({ name }) => plainLine(name)),
  ];
  const text = [speak(content), ...files.map((file) => `📎 ${file}`)].filter(Boolean).join('\n');
  return [text, ...componentTexts(components, speak)];
}

/** Always valid, so that one strange name does not break the list. */
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
