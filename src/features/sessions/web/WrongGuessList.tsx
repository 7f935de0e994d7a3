import { useQuery } from '@tanstack/react-query';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import type { WrongGuesses } from '../contract.ts';
import { wrongGuessesQuery } from './queries.ts';

const SHOWN = 5;

/** Wrong guesses of the password in the last day: how many, from where, when last. */
export function WrongGuessList() {
  const { data: guesses } = useQuery(wrongGuessesQuery);
  if (guesses === undefined) return null;
  if (guesses.length === 0) {
    return (
      <p className="flex items-center gap-2.5 text-mute">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-sea" />
        No wrong password in the last 24 hours.
      </p>
    );
  }
  const all = guesses.reduce((sum, { count }) => sum + count, 0);
  const hidden = guesses.length - SHOWN;
  return (
    <section aria-label="Wrong guesses" className="card grid gap-2 p-4 sm:px-5">
      <p className="flex items-center gap-2.5 font-semibold">
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-coral" />
        {`${all.toLocaleString('en-US')} wrong ${all === 1 ? 'guess' : 'guesses'} of the password in the last 24 hours`}
      </p>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {guesses.slice(0, SHOWN).map((guess) => (
          <Guess key={`${guess.from} ${guess.address} ${guess.lastAt}`} guess={guess} />
        ))}
        {hidden > 0 && <li className="text-mute">and from {hidden.toLocaleString('en-US')} more</li>}
      </ul>
    </section>
  );
}

const FROM = {
  organiser: 'a browser that was unlocked before',
  device: 'a visitor’s device',
} as const;

function Guess({ guess: { from, address, count, lastAt } }: { guess: WrongGuesses }) {
  const now = useNow();
  return (
    <li className="[overflow-wrap:anywhere]">
      {`${count.toLocaleString('en-US')} from ${from === 'address' ? `the address ${address}` : FROM[from]}`}
      <span className="text-mute">
        {count === 1 ? ', ' : ', the last one '}
        <time dateTime={lastAt}>{relativeTime(lastAt, now)}</time>
      </span>
    </li>
  );
}
