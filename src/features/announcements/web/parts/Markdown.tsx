import { createElement, type ReactNode } from 'react';
import { type Block, type Inline, type Item, parseMarkdown } from '../../rules/markdown.ts';

/** Renders an announcement's parsed text; nothing in it can become HTML. */
// Children are passed as arguments in this file, because they need no keys then and never change places.
export const Markdown = ({ text }: { text: string }) =>
  createElement('div', { className: 'grid gap-2.5 [overflow-wrap:anywhere]' }, ...parseMarkdown(text).map(drawBlock));

const BLOCK_LOOK = {
  paragraph: 'whitespace-pre-line',
  heading: 'text-lg leading-snug font-semibold whitespace-pre-line',
  small: 'text-sm text-mute whitespace-pre-line',
  quote: 'border-l-4 border-line pl-3 text-mute whitespace-pre-line',
} as const;

function drawBlock(block: Block): ReactNode {
  if (block.kind === 'list') return drawList(block.items);
  if (block.kind === 'code') {
    return (
      <pre className="rounded-xl bg-night px-3 py-2 font-mono text-sm whitespace-pre-wrap">
        <code>{block.text}</code>
      </pre>
    );
  }
  const props = { dir: 'auto', className: BLOCK_LOOK[block.kind] };
  return createElement(block.kind === 'quote' ? 'blockquote' : 'p', props, ...block.content.map(drawInline));
}

function drawList(items: readonly Item[]): ReactNode {
  const numbered = items[0]?.number !== null;
  const drawn = items.map(({ number, content }) =>
    createElement(
      'li',
      { dir: 'auto', className: 'whitespace-pre-line', ...(number === null ? {} : { value: number }) },
      ...content.map(drawInline),
    ),
  );
  const look = 'grid gap-1 pl-6 marker:text-mute';
  return createElement(
    numbered ? 'ol' : 'ul',
    { className: `${look} ${numbered ? 'list-decimal' : 'list-disc'}` },
    ...drawn,
  );
}

const INLINE_TAG = { bold: 'strong', italic: 'em', struck: 's' } as const;

function drawInline(node: Inline): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return <code className="rounded bg-night px-1.5 py-0.5 font-mono text-[0.9em]">{node.text}</code>;
    case 'link':
      return createElement(OutwardLink, { href: node.href }, ...node.content.map(drawInline));
    default:
      return createElement(INLINE_TAG[node.kind], null, ...node.content.map(drawInline));
  }
}

/** A link from a chat message: opens a new tab, without referrer or opener. */
export const OutwardLink = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="text-sea underline underline-offset-4 hover:no-underline"
  >
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
