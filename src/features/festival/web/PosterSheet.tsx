import type { ReactNode } from 'react';
import { shownAddress } from '#platform/web/page-build.ts';
import { QrCode, useOwnAddress } from '#platform/web/ui/qr-code.tsx';
import { useFestival } from './queries.ts';

const STEPS = [
  'Scan this code with your phone’s camera.',
  'Find your games and take your places.',
  'See what comes next, and who leads.',
];

/** Longer names get smaller letters, to leave room for the code. */
const LONG = 40;

/** The page for the entrance: what the festival is, and a code that leads to it. */
export function PosterSheet({ sun }: { sun: ReactNode }) {
  const { name, dates, place } = useFestival();
  const address = useOwnAddress('/');
  return (
    <article className="paper" aria-label={name}>
      <div className="paper-poster">
        {sun}
        <h2 {...(name.length > LONG ? { 'data-length': 'long' } : {})}>{name}</h2>
        <p>
          {dates}
          <br />
          {place}
        </p>
        <QrCode address="/" label={`Code that leads to ${address}`} />
        <p>{shownAddress(address)}</p>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </article>
  );
}
