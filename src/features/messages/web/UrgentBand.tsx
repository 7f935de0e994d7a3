import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useMemo } from 'react';
import { isolated } from '#platform/isolated.ts';
import { relativeTime } from '#platform/time.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { useNow } from '#platform/web/now.tsx';
import type { Message } from '../contract.ts';
import { MessageText } from './parts/MessageText.tsx';
import { understand, useNotUnderstood, useSayShown } from './state.ts';

/** The urgent messages, above everything else on a phone, until somebody there has understood them. */
export function UrgentBand() {
  const notUnderstood = useNotUnderstood();
  const messages = useMemo(() => notUnderstood.filter(({ urgent }) => urgent), [notUnderstood]);
  useSayShown(messages);
  if (messages.length === 0) return null;
  return (
    <section
      aria-label="Urgent messages"
      className="urgent-band no-print max-h-[50dvh] flex-none overflow-y-auto overscroll-contain bg-coral-fill text-on-coral in-[.dialog-panel]:max-h-[35dvh] in-[.dialog-panel]:rounded-t-[1.25rem] in-[.sheet-panel]:max-h-[35dvh]"
    >
      {messages.map((message) => (
        <Urgent key={`${message.id} ${message.revision}`} message={message} />
      ))}
    </section>
  );
}

function Urgent({ message }: { message: Message }) {
  const now = useNow();
  const press = () => {
    understand(message);
    // The button is gone.
    focusMain();
  };
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-on-coral px-[var(--page-edge)] py-3 not-first:border-t-2">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div className="urgent-text min-w-0 flex-[1_1_16rem] font-semibold in-[.sheet-panel]:basis-40">
        <div role="alert">
          <MessageText text={message.text} />
        </div>
        {/* Outside: an alert is read out whenever the clock changes something in it. */}
        <p className="mt-1 text-sm">
          {isolated(message.from)} · {relativeTime(message.at, now)}
        </p>
      </div>
      <button
        type="button"
        className="ml-auto min-h-11 cursor-pointer rounded-xl bg-on-coral px-4 font-semibold text-coral-fill"
        onClick={press}
      >
        Understood
      </button>
    </div>
  );
}
