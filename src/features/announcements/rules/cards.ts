/** Reads the cards of a message: embeds, components and polls. Malformed parts are skipped. */
import { z } from 'zod';
import type { Embed } from '../contract.ts';
import { isWebAddress } from './address.ts';
import { cleanText, covered, isVisible, paragraphs, plainLine, plainParagraph } from './readable.ts';

const LONGEST_ADDRESS = 2000;
/** Discord allows at most this many mentions, and fewer of anything else, in a message. */
const LISTED = 100;

/** Returns the valid items among the first ones; an empty list for anything that is not a list. */
export const listOf = <S extends z.ZodType>(shape: S, most = LISTED) =>
  z
    .custom<readonly unknown[]>(Array.isArray)
    .catch([])
    .transform((items) =>
      items.slice(0, most).flatMap((item) => {
        const read = shape.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

export const maybe = z.string().nullable().catch(null);

/** Of any type: texts, link buttons, pictures, and what contains others. Not recursive, because the depth is unbounded. */
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
export const EmbedBody = z.object({
  title: maybe,
  url: maybe,
  description: maybe,
  color: z.number().nullable().catch(null),
  author: z.object({ name: z.string() }).nullable().catch(null),
  fields: listOf(z.object({ name: z.string(), value: z.string() }), 25),
  footer: z.object({ text: z.string() }).nullable().catch(null),
});
const PollText = z.object({ text: z.string(), emoji: z.object({ id: maybe, name: maybe }).nullable().catch(null) });
export const Poll = z.object({ question: PollText, answers: listOf(z.object({ poll_media: PollText })) });

type Speak = (raw: string) => string;

/** Reads at most as many components as Discord allows, of any depth, in the order of the screen. */
export function componentTexts(components: readonly unknown[], speak: Speak): string[] {
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

export function pollTexts(poll: z.infer<typeof Poll> | null): string[] {
  if (poll === null) return [];
  const answers = poll.answers.map(({ poll_media: { text, emoji } }) =>
    plainLine(`${emoji?.id === null ? `${emoji.name ?? ''} ` : ''}${text}`),
  );
  return [[`📊 ${plainLine(poll.question.text)}`, ...answers.map((answer) => `- ${answer}`)].join('\n')];
}

const WHITE = 0xff_ff_ff;

export function embedOf(embed: z.infer<typeof EmbedBody>, speak: Speak): Embed[] {
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
