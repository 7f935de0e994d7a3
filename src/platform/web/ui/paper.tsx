import type { ReactNode } from 'react';
import './paper.css';

type PaperProps = {
  title: string;
  /** Under the title. */
  facts: readonly string[];
  /** Whose it is and when it was true. */
  stamp: string;
  children: ReactNode;
};

/** A sheet to be printed: black on white on every screen, and alone on its page. */
export const Paper = ({ title, facts, stamp, children }: PaperProps) => (
  <article className="paper">
    <header>
      <p className="paper-stamp">{stamp}</p>
      <h2>{title}</h2>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </header>
    {children}
  </article>
);
