import type { ReactNode } from 'react';
import './paper.css';

type PaperProps = {
  title: string;
  facts: readonly string[];
  stamp: string;
  children: ReactNode;
};

/** Black on white on every screen, and alone on its page. */
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

type PaperTableProps = {
  about: string;
  columns: readonly (readonly [heading: string, width?: string])[];
  children: ReactNode;
};

/** Each printed page says what it is about, because pages come apart. */
export const PaperTable = ({ about, columns, children }: PaperTableProps) => (
  <table
    style={Object.fromEntries([
      ['--about', JSON.stringify(about)],
      ...columns.map(([, width], index) => [`--column-${index + 1}`, width]),
    ])}
  >
    <thead>
      <tr className="paper-about">
        <th colSpan={columns.length}>{about}</th>
      </tr>
      <tr>
        {columns.map(([heading]) => (
          <th key={heading}>{heading}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
