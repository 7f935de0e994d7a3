import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#testing/texts.ts';
import { asPlainMarkdown, type Block, type Inline, parseMarkdown } from './markdown.ts';

const text = (words: string): Inline => ({ kind: 'text', text: words });
const link = (href: string, ...content: Inline[]): Inline => ({ kind: 'link', href, content });
const bold = (...content: Inline[]): Inline => ({ kind: 'bold', content });
const italic = (...content: Inline[]): Inline => ({ kind: 'italic', content });

/** Returns the content of the only paragraph. */
const inlines = (source: string): readonly Inline[] => {
  const [only, ...more] = parseMarkdown(source);
  expect(more).toEqual([]);
  if (only?.kind !== 'paragraph') throw new Error(`no paragraph but ${only?.kind}`);
  return only.content;
};

it.each<[string, Inline[]]>([
  ['plain', [text('plain')]],
  ['**Doors** open', [bold(text('Doors')), text(' open')]],
  ['__Doors__', [bold(text('Doors'))]],
  ['*soon* and _soon_', [italic(text('soon')), text(' and '), italic(text('soon'))]],
  ['***now***', [bold(italic(text('now')))]],
  ['*a **b** c*', [italic(text('a '), bold(text('b')), text(' c'))]],
  ['**two\nlines**', [bold(text('two\nlines'))]],
  ['~~Friday~~ Saturday', [{ kind: 'struck', content: [text('Friday')] }, text(' Saturday')]],
  ['`npm *start*`', [{ kind: 'code', text: 'npm *start*' }]],
  ['``a`b``', [{ kind: 'code', text: 'a`b' }]],
  ['my_snake_case', [text('my_snake_case')]],
  ['2 * 3 * 4', [text('2 * 3 * 4')]],
  ['**open', [text('**open')]],
  ['\\*no\\*', [text('*no*')]],
  ['** no **', [text('** no **')]],
  ['****', [text('****')]],
  ['a < b', [text('a < b')]],
])('emphasis: %s', (source, expected) => expect(inlines(source)).toEqual(expected));

it('emphasis nests to a limit, and keeps the words', () => {
  const deep = `${'**_'.repeat(40)}x${'_**'.repeat(40)}`;
  expect(lettersOf(parseMarkdown(deep))).toBe('x');
});

it.each<[string, Inline[]]>([
  [
    'see https://a.example/b?c=d#e.',
    [text('see '), link('https://a.example/b?c=d#e', text('https://a.example/b?c=d#e')), text('.')],
  ],
  ['(http://a.example)', [text('('), link('http://a.example', text('http://a.example')), text(')')]],
  ['https://a.example/x_(y)', [link('https://a.example/x_(y)', text('https://a.example/x_(y)'))]],
  ['<https://a.example>', [link('https://a.example', text('https://a.example'))]],
  ['[the **map**](https://a.example/m)', [link('https://a.example/m', text('the '), bold(text('map')))]],
  ['**https://a.example**', [bold(link('https://a.example', text('https://a.example')))]],
])('links: %s', (source, expected) => expect(inlines(source)).toEqual(expected));

it.each([
  '[map](javascript:alert(1))',
  '[map](JAVASCRIPT:alert(1))',
  '[map](data:text/html,<script>alert(1)</script>)',
  '[map](//a.example)',
  '[map](/admin)',
  '[map](vbscript:x)',
  '<javascript:alert(1)>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'https://',
  'https://bank.example@evil.example',
  '[x](https://bank.example@evil.example)',
  '<https://bank.example:443@evil.example>',
  '<https://@evil.example>',
])('links leaves %s unchanged', (source) => {
  const found = inlines(source);
  expect(found.filter(({ kind }) => kind === 'link')).toEqual([]);
  expect(lettersOf(parseMarkdown(source))).toBe(letters(source));
});

it('links never shows another address than it links to', () => {
  expect(
    inlines('[https://bank.example](https://evil.example)').flatMap((one) => (one.kind === 'link' ? [one.href] : [])),
  ).toEqual(['https://bank.example', 'https://evil.example']);
});

const spoiler = (...content: Inline[]): Inline => ({ kind: 'spoiler', content });

it.each<[string, Inline[]]>([
  ['It is ||table **four**||', [text('It is '), spoiler(text('table '), bold(text('four')))]],
  ['||two\nlines||', [spoiler(text('two\nlines'))]],
  ['||a\n\n- b\n> c|| d', [spoiler(text('a\n\n- b\n> c')), text(' d')]],
  ['||```ts\ncode\n```||', [spoiler({ kind: 'code', text: 'ts\ncode\n' })]],
  ['|| Bob ||', [spoiler(text(' Bob '))]],
  ['It is || Bob ||', [text('It is '), spoiler(text(' Bob '))]],
  ['a || b || c', [text('a || b || c')]],
  ['`||code||` stays', [{ kind: 'code', text: '||code||' }, text(' stays')]],
  ['`a||b` ||c\n\nd||', [{ kind: 'code', text: 'a||b' }, text(' '), spoiler(text('c\n\nd'))]],
  ['\\||a||', [text('||a||')]],
  ['||open', [text('||open')]],
  ['||https://a.example/||', [spoiler(link('https://a.example/', text('https://a.example/')))]],
])('spoilers: %j', (source, expected) => expect(inlines(source)).toEqual(expected));

it('spoilers stay covered at any depth and in a link', () => {
  const uncovered = (nodes: readonly Inline[]): string =>
    nodes.map((node) => ('text' in node ? node.text : node.kind === 'spoiler' ? '' : uncovered(node.content))).join('');
  expect(uncovered(inlines(`${'**_'.repeat(4)}||x||${'_**'.repeat(4)}`))).not.toContain('x');
  expect(uncovered(inlines('[the ||four||](https://a.example/)'))).not.toContain('four');
});

it('quotes everything after >>>', () => {
  expect(parseMarkdown('said\n>>> Everything\n\n- below\n```\ncode\n```\n>>> more')).toEqual([
    { kind: 'paragraph', content: [text('said')] },
    {
      kind: 'quotation',
      blocks: [
        { kind: 'paragraph', content: [text('Everything')] },
        { kind: 'list', items: [{ number: null, content: [text('below')] }] },
        { kind: 'code', language: '', text: 'code' },
        { kind: 'paragraph', content: [text('>>> more')] },
      ],
    },
  ]);
  expect(parseMarkdown('```\n>>> code\n```')).toEqual([{ kind: 'code', language: '', text: '>>> code' }]);
  expect(inlines('a >>> b')).toEqual([text('a >>> b')]);
});

it('reads blocks', () => {
  const source = `# Tonight
Karaoke
in the bar

- sing
  loudly
- *listen*
1. first
2) second
> said Priya
-# small print
\`\`\`ts
**not bold**
\`\`\`
the end`;
  expect(parseMarkdown(source)).toEqual([
    { kind: 'heading', content: [text('Tonight')] },
    { kind: 'paragraph', content: [text('Karaoke\nin the bar')] },
    {
      kind: 'list',
      items: [
        { number: null, content: [text('sing\nloudly')] },
        { number: null, content: [italic(text('listen'))] },
      ],
    },
    {
      kind: 'list',
      items: [
        { number: 1, content: [text('first')] },
        { number: 2, content: [text('second')] },
      ],
    },
    { kind: 'quote', content: [text('said Priya')] },
    { kind: 'small', content: [text('small print')] },
    { kind: 'code', language: 'ts', text: '**not bold**' },
    { kind: 'paragraph', content: [text('the end')] },
  ]);
  expect(parseMarkdown('')).toEqual([]);
  expect(parseMarkdown(' \n\n ')).toEqual([]);
});

const letters = (source: string): string => source.replace(/[^\p{L}\p{N}]/gu, '');

const spoken = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if ('text' in node) return node.text;
      const words = spoken(node.content);
      return node.kind === 'link' && words !== node.href ? words + node.href : words;
    })
    .join('');

const lettersOf = (blocks: readonly Block[]): string =>
  letters(
    blocks
      .map((block) => {
        if (block.kind === 'code') return block.language + block.text;
        if (block.kind === 'quotation') return lettersOf(block.blocks);
        if (block.kind === 'list')
          return block.items.map((item) => `${item.number ?? ''}${spoken(item.content)}`).join('');
        return spoken(block.content);
      })
      .join(''),
  );

const pieces = fc.constantFrom(
  ...'*·**·_·__·~~·`·```·\n· ·- ·1. ·# ·-# ·> ·>>> ·||·[·](·)·<·>·\\'.split('·'),
  ...['https://a.example/', 'http://', 'javascript:', 'word', 'ü', '日本', 'مرحبا', '🎲', 'x1'],
);
const markdownLike = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
);

it('for any input keeps every letter and digit in order, and adds none', () => {
  fc.assert(
    fc.property(markdownLike, (source) => {
      expect(lettersOf(parseMarkdown(source))).toBe(letters(source));
    }),
    { numRuns: 2000 },
  );
});

it('for any input links to http and https only', () => {
  const hrefs = (nodes: readonly Inline[]): string[] =>
    nodes.flatMap((node) =>
      'text' in node ? [] : [...(node.kind === 'link' ? [node.href] : []), ...hrefs(node.content)],
    );
  fc.assert(
    fc.property(markdownLike, (source) => {
      for (const block of parseMarkdown(source).flatMap((one) => (one.kind === 'quotation' ? one.blocks : [one]))) {
        const nodes =
          block.kind === 'list' ? block.items.flatMap((item) => item.content) : 'content' in block ? block.content : [];
        for (const href of hrefs(nodes)) expect(href).toMatch(/^https?:\/\/[^@\s]/);
      }
    }),
    { numRuns: 1000 },
  );
});

it('for any input: an escaped name stays one text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w*`~[\]()<>|#\\ -]{1,30}$/), (name) => {
      fc.pre(!name.includes('http'));
      expect(inlines(`hello @${asPlainMarkdown(name)} there`)).toEqual([text(`hello @${name} there`)]);
    }),
  );
});
