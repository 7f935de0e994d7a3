import { type ReactNode, useState } from 'react';
import { jsxs } from '#jsx/jsx-runtime';
import { type Block, type Inline, type Item, parseMarkdown } from '../../rules/markdown.ts';

/** Renders an announcement's parsed text; nothing in it can become HTML. */
// Lists are passed as static children in this file, because they need no keys then and never change places.
export const Markdown = ({ text }: { text: string }) =>
  jsxs('div', { className: 'grid gap-2.5 [overflow-wrap:anywhere]', children: parseMarkdown(text).map(drawBlock) });

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
  if (block.kind === 'quotation') {
    const look = 'grid gap-2.5 border-l-4 border-line pl-3 text-mute';
    return jsxs('blockquote', { className: look, children: block.blocks.map(drawBlock) });
  }
  const props = { dir: 'auto', className: BLOCK_LOOK[block.kind], children: block.content.map(drawInline) };
  return jsxs(block.kind === 'quote' ? 'blockquote' : 'p', props);
}

function drawList(items: readonly Item[]): ReactNode {
  const numbered = items[0]?.number !== null;
  const drawn = items.map(({ number, content }) =>
    jsxs('li', {
      dir: 'auto',
      className: 'whitespace-pre-line',
      ...(number === null ? {} : { value: number }),
      children: content.map(drawInline),
    }),
  );
  const look = 'grid gap-1 pl-6 marker:text-mute';
  return jsxs(numbered ? 'ol' : 'ul', {
    className: `${look} ${numbered ? 'list-decimal' : 'list-disc'}`,
    children: drawn,
  });
}

const INLINE_TAG = { bold: 'strong', italic: 'em', struck: 's' } as const;

function drawInline(node: Inline): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return <code className="rounded bg-night px-1.5 py-0.5 font-mono text-[0.9em]">{node.text}</code>;
    case 'link':
      return jsxs(OutwardLink, { href: node.href, children: node.content.map(drawInline) });
    case 'spoiler':
      return jsxs(Spoiler, { children: node.content.map(drawInline) });
    default:
      return jsxs(INLINE_TAG[node.kind], { children: node.content.map(drawInline) });
  }
}

/** Covers its text until its button is pressed; the text is not in the page before, so that nothing can read it out. */
function Spoiler({ children }: { children?: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className="rounded border border-line bg-night px-2 text-sm text-mute"
      >
        Spoiler
      </button>
      {isShown && <span> {children}</span>}
    </>
  );
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
