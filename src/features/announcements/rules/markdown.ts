/**
 * HTML stays text. Own code: libraries produce HTML or are larger than the page, and none parses Discord's dialect.
 * Anything unclosed, too deep or not an http address stays as typed, so that no word is lost.
 */

function withoutEnd(address: string): string {
  let end = address.length;
  const opens = address.indexOf('(');
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const closes = last === ')' && (opens === -1 || opens >= end);
    if (!closes && !SENTENCE_MARKS.has(last)) break;
  }
  return address.slice(0, end);
}

const SENTENCE_MARKS = new Set('.,:;!?\'"*_~|]}');

/** A user name before the host, as in http://bank.example@evil.example, would mislead. */
const WEB_ADDRESS = /^https?:\/\/[\p{L}\p{N}_.-]+(?::\d{1,5})?(?:[/?#]|$)/iu;

export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'struck' | 'spoiler'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] };

/** In one list all items have a number, or none. */
export type Item = { readonly number: number | null; readonly content: readonly Inline[] };

export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'small' | 'quote'; readonly content: readonly Inline[] }
  | { readonly kind: 'quotation'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

/** Deeper nesting stays as typed. */
const DEEPEST = 5;

const FENCE = /```(?:([\w+#.-]{1,20})?\n)?([\s\S]+?)```/;
/** "a || b || c" is none: a mark with a space after it must begin the line, or its end must end the line. */
const SPOILER = /\|\|(?=\S)[\s\S]+?\|\||(?<![^\n])\|\|[\s\S]+?\|\||\|\|[^|\n]+\|\|(?![^\n])/y;
const QUOTATION = /(?<![^\n]) *>>> +(?=\S)/;
const WHOLE = new RegExp(
  `${FENCE.source}|\\\\[^\\n]|\`[^\`\\n]+\`|(?<spoiler>${SPOILER.source})|(?<quotation>${QUOTATION.source})`,
  'g',
);
// Stand for a line break inside a spoiler and the mark of a quotation: announcements have no control characters.
const BREAK = '\v';
const MARK = '\f';

export function parseMarkdown(source: string): Block[] {
  // A spoiler that blocks cut in two would stand uncovered.
  const marked = source.replace(WHOLE, (whole, ...groups) => {
    const { spoiler, quotation } = groups.at(-1) as Record<string, string | undefined>;
    if (quotation !== undefined) return MARK;
    return spoiler?.replaceAll('\n', BREAK).replace(/`{3,}/g, '`') ?? whole;
  });
  const [before = '', ...quoted] = marked.split(MARK);
  const quotation = { kind: 'quotation', blocks: blocksOf(quoted.join('>>> ')) } as const;
  return quoted.length === 0 ? blocksOf(before) : [...blocksOf(before), quotation];
}

function blocksOf(source: string): Block[] {
  // split() puts the two groups between the parts: text, language, code, text …
  const parts = source.split(FENCE);
  const blocks: Block[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    blocks.push(...proseBlocks(parts[index] ?? ''));
    const code = parts[index + 2];
    if (code !== undefined) blocks.push({ kind: 'code', language: parts[index + 1] ?? '', text: trimLines(code) });
  }
  return blocks;
}

const trimLines = (text: string): string => text.replace(/^\n+/, '').trimEnd();

type Line = {
  readonly kind: 'paragraph' | 'heading' | 'small' | 'quote' | 'bullet' | 'number' | 'blank';
  readonly text: string;
};

const LINE_KINDS = [
  ['heading', /^#{1,3}\s+(\S.*)$/],
  ['small', /^-#\s+(\S.*)$/],
  ['quote', /^>\s+(\S.*)$/],
  ['bullet', /^\s*([-*•]\s+\S.*)$/],
  ['number', /^\s*(\d{1,4}[.)]\s+\S.*)$/],
  ['blank', /^\s*$/],
] as const;

function lineOf(text: string): Line {
  for (const [kind, form] of LINE_KINDS) {
    const found = form.exec(text);
    if (found !== null) return { kind, text: (found[1] ?? '').replaceAll(BREAK, '\n') };
  }
  return { kind: 'paragraph', text: text.replaceAll(BREAK, '\n') };
}

const isItem = (kind: Line['kind']): kind is 'bullet' | 'number' => kind === 'bullet' || kind === 'number';

function proseBlocks(prose: string): Block[] {
  const groups: { kind: Line['kind']; lines: string[] }[] = [];
  for (const raw of prose.split('\n')) {
    const { kind, text } = lineOf(raw);
    const last = groups.at(-1);
    // A line indented under an item continues it.
    if (last !== undefined && isItem(last.kind) && kind === 'paragraph' && /^\s\s/.test(raw)) {
      last.lines.push(`${last.lines.pop() ?? ''}\n${text.trim()}`);
    } else if (last?.kind === kind && kind !== 'heading') last.lines.push(text);
    else groups.push({ kind, lines: [text] });
  }
  return groups.flatMap(({ kind, lines }): Block[] => {
    if (kind === 'blank') return [];
    if (isItem(kind)) return [{ kind: 'list', items: lines.map(itemOf) }];
    return [{ kind, content: inline(lines.join('\n'), 0) }];
  });
}

function itemOf(line: string): Item {
  const [, mark = '', text = ''] = /^(\S+)\s+([\s\S]*)$/.exec(line) ?? [];
  return { number: /^\d/.test(mark) ? Number.parseInt(mark, 10) : null, content: inline(text, 0) };
}

type Found = { readonly node: Inline; readonly length: number };
/** `unclosed`: closing marks that do not follow. Searching again would make the work quadratic. */
type Parser = (text: string, at: number, depth: number, unclosed: Set<RegExp>) => Found | null;

const matchAt = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

/** `closing` begins with the last letter inside. The length includes both marks. */
function between(
  { mark, opening, closing }: { mark: number; opening: RegExp; closing: RegExp },
  text: string,
  at: number,
  unclosed: Set<RegExp>,
): { inside: string; length: number } | null {
  if (unclosed.has(closing) || matchAt(opening, text, at) === null) return null;
  const closed = matchAt(closing, text, at + mark);
  if (closed === null) {
    unclosed.add(closing);
    return null;
  }
  const end = closed.index + closed[0].length;
  return { inside: text.slice(at + mark, end - mark), length: end - at };
}

const around = (kind: 'bold' | 'italic' | 'struck', mark: number, opening: RegExp, closing: RegExp): Parser => {
  const ends = { mark, opening, closing };
  return (text, at, depth, unclosed) => {
    const found = between(ends, text, at, unclosed);
    return found && { node: { kind, content: inline(found.inside, depth + 1) }, length: found.length };
  };
};

const escaped: Parser = (text, at) => {
  const found = matchAt(/\\([!-/:-@[-`{-~])/y, text, at);
  return found && { node: { kind: 'text', text: found[1] ?? '' }, length: 2 };
};

const codeIn = (mark: number, opening: RegExp, closing: RegExp): Parser => {
  const ends = { mark, opening, closing };
  return (text, at, _, unclosed) => {
    const found = between(ends, text, at, unclosed);
    return found && { node: { kind: 'code', text: found.inside }, length: found.length };
  };
};

const underscored = around('italic', 1, /_(?![\s_])/y, /[^\s_]_(?![\p{L}\p{N}_])/gu);
/** The underscores in snake_case_names are not emphasis. */
const italicWord: Parser = (text, at, depth, unclosed) =>
  /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, at - 2), at)) ? null : underscored(text, at, depth, unclosed);

const plain = (text: string): Inline => ({ kind: 'text', text });

const maskedLink: Parser = (text, at, depth) => {
  const found = matchAt(/\[([^[\]\n]{1,300})\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\)/y, text, at);
  const [whole = '', words = '', href = ''] = found ?? [];
  // Link text that looks like an address could differ from the link's target; a spoiler is a button.
  if (found === null || !isWebAddress(href) || /:\/\/|\|\|/.test(words)) return null;
  return { node: { kind: 'link', href, content: inline(words, depth + 1) }, length: whole.length };
};

const spoiler: Parser = (text, at, depth) => {
  const found = matchAt(SPOILER, text, at)?.[0];
  return found
    ? { node: { kind: 'spoiler', content: inline(found.slice(2, -2), depth + 1) }, length: found.length }
    : null;
};

const angledLink: Parser = (text, at) => {
  const found = matchAt(/<(https?:\/\/[^\s<>]+)>/y, text, at);
  const [whole = '', href = ''] = found ?? [];
  return isWebAddress(href) ? { node: { kind: 'link', href, content: [plain(href)] }, length: whole.length } : null;
};

const bareLink: Parser = (text, at) => {
  const found = matchAt(/https?:\/\/[^\s<>[\]]{1,2000}/y, text, at);
  const href = withoutEnd(found?.[0] ?? '');
  return isWebAddress(href) ? { node: { kind: 'link', href, content: [plain(href)] }, length: href.length } : null;
};

const PARSERS: Readonly<Record<string, readonly Parser[]>> = {
  '\\': [escaped],
  '`': [codeIn(1, /`(?!`)/y, /[^`]`(?!`)/g), codeIn(2, /``(?!`)/y, /[^`]``(?!`)/g)],
  '*': [around('bold', 2, /\*\*(?=\S)/y, /\S\*\*(?!\*)/g), around('italic', 1, /\*(?![\s*])/y, /[^\s*]\*(?!\*)/g)],
  _: [around('bold', 2, /__(?=\S)/y, /\S__(?!_)/g), italicWord],
  '~': [around('struck', 2, /~~(?=\S)/y, /\S~~/g)],
  '[': [maskedLink],
  '<': [angledLink],
  h: [bareLink],
  '|': [spoiler],
};

const parseAt: Parser = (text, at, ...rest) => {
  for (const parse of PARSERS[text[at] ?? ''] ?? []) {
    const found = parse(text, at, ...rest);
    if (found !== null) return found;
  }
  return null;
};

const NEXT = /[\\`*_~[<]|\|\||https?:\/\//g;

function inline(text: string, depth: number): Inline[] {
  if (depth > DEEPEST) return [text.includes('||') ? { kind: 'spoiler', content: [plain(text)] } : plain(text)];
  const nodes: Inline[] = [];
  const unclosed = new Set<RegExp>();
  let written = '';
  let at = 0;
  while (at < text.length) {
    const next = matchAt(NEXT, text, at)?.index ?? text.length;
    written += text.slice(at, next);
    at = next;
    const found = parseAt(text, at, depth, unclosed);
    if (found === null) {
      written += text[at] ?? '';
      at += 1;
      continue;
    }
    if (found.node.kind === 'text') written += found.node.text;
    else {
      if (written !== '') nodes.push(plain(written));
      written = '';
      nodes.push(found.node);
    }
    at += found.length;
  }
  if (written !== '') nodes.push(plain(written));
  return nodes;
}

const PUNCTUATION = /[\\`*~[\]<>|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu;

export const asPlainMarkdown = (name: string): string => name.replace(PUNCTUATION, '\\$&');
