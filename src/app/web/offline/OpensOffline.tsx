import CircleCheck from 'lucide-react/icons/circle-check';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { Card } from '#platform/web/ui/frames.tsx';
import { askOpens } from './ask-opens.ts';
import { answersIn, type Opens } from './start.ts';

/** Of every build, where no worker saw the deletion: its answer was lost, or the page has no worker. */
export async function dropCopies(): Promise<void> {
  // Plain http has no `caches`.
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(answersIn(names).map((name) => caches.delete(name)));
}

const NAMES = [
  ['/', 'Events'],
  ['/schedule', 'My schedule'],
  ['/scoreboard', 'High scores'],
  ['/inventory', 'Game inventory'],
  ['/announcements', 'Announcements'],
  ['/details', 'Details'],
  ['/top-gun', 'Top Gun Competition'],
  ['/privacy', 'Privacy'],
] as const;

const AGAIN_MS = 5_000;

/** `silent`: the worker does not know the question. */
type Answer = Opens | 'asking' | 'nothing' | 'silent';

async function askWorker(): Promise<Answer> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  return worker ? ((await askOpens(worker)) ?? 'silent') : 'nothing';
}

const wordsFor = (answer: Answer, isAll: boolean): string => {
  if (answer === 'asking') return 'Looking at what this browser keeps…';
  if (typeof answer === 'string') return 'This browser keeps no pages, so nothing opens here without network.';
  const which = isAll ? 'These pages open' : 'The ticked pages open';
  const parts = answer.isWhole ? '' : ', with some parts missing';
  const rest = isAll && answer.isWhole ? '' : ' What is missing is fetched while you are here.';
  return `${which} in this browser without network${parts}.${rest}`;
};

export function OpensOffline() {
  const [answer, setAnswer] = useState<Answer>('asking');
  const pages = typeof answer === 'string' ? [] : answer.pages;
  const isAll = NAMES.every(([path]) => pages.includes(path));
  const isDone = answer === 'silent' || (isAll && typeof answer !== 'string' && answer.isWhole);
  useEffect(() => {
    if (isDone) return undefined;
    // A worker that answered before is only busy.
    const hear = (heard: Answer) =>
      setAnswer((before) => (heard === 'silent' && typeof before !== 'string' ? before : heard));
    const look = () => void askWorker().then(hear, () => hear('nothing'));
    look();
    const timer = setInterval(look, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isDone]);
  return (
    <Card as="section" aria-labelledby="without-network" className="grid gap-4 p-5 sm:p-6">
      <h2 id="without-network" className="font-display text-[2rem] leading-none text-sea">
        WITHOUT NETWORK
      </h2>
      <p className="max-w-prose text-pretty">{wordsFor(answer, isAll)}</p>
      <ul className="flex flex-wrap gap-2">
        {NAMES.map(([path, name]) => {
          const isCopied = pages.includes(path);
          const Icon = isCopied ? CircleCheck : CloudOff;
          return (
            <li
              key={path}
              className={`inline-flex items-center gap-2 rounded-full border px-3 py-1.5 ${isCopied ? 'border-sea/60 bg-sea/14' : 'border-dashed border-line text-mute'}`}
            >
              <Icon aria-hidden="true" className={`size-4 flex-none ${isCopied ? 'text-sea' : ''}`} />
              {name}
              {!isCopied && answer !== 'asking' && <span className="sr-only">, not kept</span>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
