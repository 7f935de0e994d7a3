import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { isolated } from '#platform/isolated.ts';
import { relativeTime } from '#platform/time.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { useNow } from '#platform/web/now.tsx';
import type { Message } from '../contract.ts';
import { MessageText } from './parts/MessageText.tsx';
import { understand, useUrgentMessages } from './state.ts';

/** The urgent messages, above everything else on a phone, until somebody there has understood them. */
export function UrgentBand() {
  const messages = useUrgentMessages();
  if (messages.length === 0) return null;
  return (
    <section aria-label="Urgent messages" className="urgent-band no-print">
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
    <div className="urgent-message">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div role="alert" className="urgent-text">
        <MessageText text={message.text} />
        <p className="mt-1 text-sm">
          {isolated(message.from)} · {relativeTime(message.at, now)}
        </p>
      </div>
      <button type="button" className="urgent-button" onClick={press}>
        Understood
      </button>
    </div>
  );
}
