import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { type Colour, EDGE_OF } from './badge.tsx';

type CardProps = ComponentPropsWithRef<'div'> & {
  accent?: Colour | undefined;
  edge?: 'top' | 'left';
  as?: 'div' | 'article' | 'section' | 'li';
};

export const Card = ({ accent, edge = 'top', as = 'div', className = '', ...rest }: CardProps) => {
  const Tag = as as ElementType;
  const edged = accent ? `card-${edge} ${EDGE_OF[accent]}` : '';
  return <Tag {...rest} className={`card ${edged} ${className}`.trimEnd()} />;
};

export const PageFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-[75rem] grid-cols-[minmax(0,1fr)] gap-6 px-(--page-edge) py-8 wide:max-w-[min(86%,130rem)] sm:px-8 lg:px-12">
    {children}
  </div>
);

type PageTitleProps = { children: ReactNode; as?: 'h1' | 'h2' };

/** Letters; the name of a room may have 120. */
const LONG_TITLE = 24;

export const PageTitle = ({ children, as: Tag = 'h1' }: PageTitleProps) => {
  const isLong = typeof children === 'string' && children.length > LONG_TITLE;
  return (
    <Tag
      className={`pixel-title ${isLong ? 'text-[min(1.75rem,8.75vw)] sm:text-[2rem]' : 'text-[min(2.5rem,12.5vw)] sm:text-[2.75rem]'}`}
    >
      {children}
    </Tag>
  );
};
