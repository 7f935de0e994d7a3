import type { ComponentPropsWithRef, ElementType } from 'react';
import { type Colour, EDGE_OF } from './colours.ts';

type CardProps = ComponentPropsWithRef<'div'> & {
  /** Colour of the edge, which tells the kind of thing. */
  accent?: Colour | undefined;
  /** Position of the edge: top, or left for narrow rows. */
  edge?: 'top' | 'left';
  as?: 'div' | 'article' | 'section' | 'li';
};

export const Card = ({ accent, edge = 'top', as = 'div', className = '', ...rest }: CardProps) => {
  const Tag = as as ElementType;
  const edged = accent ? `card-${edge} ${EDGE_OF[accent]}` : '';
  return <Tag {...rest} className={`card ${edged} ${className}`.trimEnd()} />;
};
