import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { codeInGroups } from '#platform/codes.ts';
import { useConnected } from '#platform/web/connection.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import type { Joined } from '../contract.ts';
import { joinedWords, readCode } from '../rules.ts';
import { JoinForm } from './JoinForm.tsx';

/** Returns the code after the # and removes it from the address bar and the history. */
function takeCode(): string {
  const code = readCode(location.hash);
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return code === null ? '' : codeInGroups(code);
}

/** Where the QR code of another device leads. */
export function JoinPage() {
  const [given, setGiven] = useState('');
  const [joined, setJoined] = useState<Joined | null>(null);
  const isConnected = useConnected();
  useEffect(() => {
    const take = () => {
      const code = takeCode();
      if (code !== '') setGiven(code);
    };
    take();
    // Another link over this page's own address does not load the page again.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return (
    <PageFrame>
      <PageTitle>ANOTHER PHONE</PageTitle>
      {joined === null ? (
        <Card as="section" aria-label="Code" className="grid max-w-2xl gap-4 p-5 sm:p-6">
          <p className="text-lg text-pretty">
            Type the code from your other phone, or from an organiser. This phone then shows the same places and keeps
            its own.
          </p>
          <JoinForm key={given} given={given} onJoined={setJoined} />
          <p className="text-mute text-pretty">
            Use only a code that you asked for: whoever has the other phone can cancel what you register here.
          </p>
          <p role="status" className="font-semibold text-pretty empty:hidden">
            {!isConnected && 'This needs a connection on both phones.'}
          </p>
        </Card>
      ) : (
        <EmptyState
          icon={<CircleCheck />}
          title={joinedWords(joined)}
          text="This is on this phone now."
          action={
            <Link href="/schedule" className={buttonClass('sea')}>
              Open My schedule
            </Link>
          }
        />
      )}
    </PageFrame>
  );
}
