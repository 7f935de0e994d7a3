import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#platform/web/api.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';

export const isNameOfAccount = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NAME_OF_ACCOUNT';

type IsThisYouProps = { question: string; onFriend: () => void; onLeave: () => void };

/** Two people may have one name: the form is kept while the other phone is fetched. */
export function IsThisYou({ question, onFriend, onLeave }: IsThisYouProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert" className="grid gap-3 rounded-xl border border-sun bg-deep p-4">
      <p className="font-semibold text-pretty [overflow-wrap:anywhere]">{question}</p>
      <div className="flex flex-wrap gap-2.5">
        <Link to="/join" onClick={onLeave} className={buttonClass('sea')}>
          This is my account
        </Link>
        <Button onClick={onFriend}>A friend, go on</Button>
      </div>
    </div>
  );
}
