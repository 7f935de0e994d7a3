import type { ReactNode } from 'react';

type PageTitleProps = { children: ReactNode; as?: 'h1' | 'h2' };

/** A title in the festival's pixel lettering, in capitals with a shadow. */
export const PageTitle = ({ children, as: Tag = 'h1' }: PageTitleProps) => (
  <Tag className="pixel-title text-[min(2.5rem,12.5vw)] sm:text-[2.75rem]">{children}</Tag>
);
