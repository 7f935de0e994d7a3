import type { ComponentPropsWithRef, ElementType } from 'react';
import { type Colour, EDGE_OF } from './colours.ts';

type CardProps = ComponentPropsWithRef<'div'> & {
  /** The coloured edge that tells the kind of thing. */
  accent?: Colour | undefined;
  /** Where the edge runs: along the top, or down the left side for narrow rows. */
  edge?: 'top' | 'left';
  as?: 'div' | 'article' | 'section' | 'li';
};

const EDGE_SHAPE = { top: 'before:border-t-[3px]', left: 'before:border-l-4' };

export const Card = ({ accent, edge = 'top', as = 'div', className = '', ...rest }: CardProps) => {
  const Tag = as as ElementType;
  const edged = accent
    ? `before:pointer-events-none before:absolute before:-inset-px before:rounded-[inherit] ${EDGE_SHAPE[edge]} ${EDGE_OF[accent]}`
    : '';
  return <Tag {...rest} className={`relative min-w-0 rounded-2xl border border-line bg-panel ${edged} ${className}`} />;
};
