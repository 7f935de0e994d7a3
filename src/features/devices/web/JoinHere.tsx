import { useId } from 'react';
import { Card } from '#platform/web/ui/card.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Joined } from '../contract.ts';
import { joinedWords } from '../rules.ts';
import { JoinForm } from './JoinForm.tsx';

const showJoined = (joined: Joined): void =>
  void showToast({ title: joinedWords(joined), description: 'This is on this phone now.' });

/**
 * In an empty schedule. An iPhone's home screen app begins without the browser's cookies, so there the code comes first:
 * by CSS, because the server does not know.
 */
export function JoinHere() {
  const id = useId();
  return (
    <Card
      as="section"
      aria-labelledby={id}
      className="no-print grid gap-3 p-5 sm:p-6 [@media(display-mode:standalone)]:order-first"
    >
      <h2 id={id} className="text-xl font-semibold text-balance">
        Already registered on another phone?
      </h2>
      <p className="text-mute text-pretty">
        <span className="[@media(display-mode:standalone)]:hidden">
          Open My schedule there, press “Use on another device”, and scan or type the code.
        </span>
        <span className="hidden [@media(display-mode:standalone)]:inline">
          Also if you registered in the browser of this phone: open My schedule there, press “Use on another device”,
          and type the code.
        </span>
      </p>
      <JoinForm onJoined={showJoined} />
    </Card>
  );
}
