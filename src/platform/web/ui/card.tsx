import type { ComponentPropsWithRef, ElementType } from 'react';
import { type Colour, EDGE_OF } from './colours.ts';

type CardProps = ComponentPropsWithRef<'div'> & {
  /** The coloured edge that tells the kind of thing. */
  accent?: Colour | undefined;
  /** Where the edge runs: along the top, or down the left side for narrow rows. */
  edge?: 'top' | 'left';
  as?: 'div' | 'article' | 'section' | 'li';
};

export const Card = ({ accent, edge = 'top', as = 'div', className = '', ...rest }: CardProps) => {
  const Tag = as as ElementType;
  const edged = accent ? `card-${edge} ${EDGE_OF[accent]}` : '';
  return <Tag {...rest} className={`card ${edged} ${className}`.trimEnd()} />;
};
