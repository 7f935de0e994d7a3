import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { counted } from '#platform/numbers.ts';
import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import type { WrongGuesses } from '../contract.ts';
import { GUESSERS_SHOWN } from '../rules/guess-pages.ts';
import { wrongGuessesQuery } from './queries.ts';

/** Wrong guesses of the password in the last day: how many, from where, when last. */
export function WrongGuessList() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery({ ...wrongGuessesQuery(page), placeholderData: keepPreviousData });
  if (data === undefined)
    return isError ? <LoadError title="The wrong guesses didn’t load" onRetry={() => void refetch()} /> : null;
  const { count, guessers, list } = data;
  const last = Math.max(1, Math.ceil(guessers / GUESSERS_SHOWN));
  // Guesses of a day ago go, and with them the last page.
  if (page > last) setPage(last);
  if (count === 0) {
    return (
      <p className="flex items-center gap-2.5 text-mute">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-sea" />
        No wrong password in the last 24 hours.
      </p>
    );
  }
  return (
    <section aria-label="Wrong guesses" className="card grid gap-2 p-4 sm:px-5">
      <p className="flex items-center gap-2.5 font-semibold">
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-coral" />
        {counted(count, 'wrong guess', 'wrong guesses')} of the password in the last 24 hours
      </p>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {list.map((guess) => (
          <Guess key={`${guess.from} ${guess.address} ${guess.lastAt} ${guess.count}`} guess={guess} />
        ))}
      </ul>
      {last > 1 && <Pages page={page} last={last} guessers={guessers} onTurn={setPage} />}
    </section>
  );
}

type PagesProps = { page: number; last: number; guessers: number; onTurn: (page: number) => void };

const Pages = ({ page, last, guessers, onTurn }: PagesProps) => {
  const first = (page - 1) * GUESSERS_SHOWN + 1;
  return (
    <nav aria-label="Pages of wrong guesses" className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <Button
        onClick={() => onTurn(page - 1)}
        disabledReason={page === 1 ? 'These are the latest.' : undefined}
        aria-label="Later wrong guesses"
      >
        Later
      </Button>
      <Button
        onClick={() => onTurn(page + 1)}
        disabledReason={page === last ? 'There are no earlier ones.' : undefined}
        aria-label="Earlier wrong guesses"
      >
        Earlier
      </Button>
      <p role="status" className="text-[0.9375rem] text-mute">
        {`${first}–${Math.min(guessers, page * GUESSERS_SHOWN)} of ${guessers.toLocaleString('en-US')}`}
      </p>
    </nav>
  );
};

const FROM = {
  organiser: 'a browser that was unlocked before',
  device: 'a visitor’s device',
  others: 'other addresses and devices',
} as const;

const fromWhere = ({ from, address }: WrongGuesses): string => {
  if (from !== 'address') return FROM[from];
  return address?.includes('/') ? `the network ${address}` : `the address ${address}`;
};

function Guess({ guess }: { guess: WrongGuesses }) {
  const now = useNow();
  return (
    <li className="[overflow-wrap:anywhere]">
      {`${guess.count.toLocaleString('en-US')} from ${fromWhere(guess)}`}
      <span className="text-mute">
        {guess.count === 1 ? ', ' : ', the last one '}
        <time dateTime={guess.lastAt} className="whitespace-nowrap">
          {relativeTime(guess.lastAt, now)}
        </time>
      </span>
    </li>
  );
}
