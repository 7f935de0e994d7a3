import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

const BOX =
  'flex items-start gap-3 rounded-2xl border-2 p-4 text-lg font-semibold text-pretty [overflow-wrap:anywhere]';

/** On a small phone it may be below the keyboard. */
const reveal = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

// Both regions are rendered from the start, because one that is added together with its text is often not announced.
export const Failure = ({ message }: { message: string }) => (
  <div role="alert" className="empty:hidden">
    {message && (
      <div key={message} ref={reveal} className={`${BOX} border-coral text-coral`}>
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <p className="min-w-0">{message}</p>
      </div>
    )}
  </div>
);

export const Success = ({ message }: { message: string }) => (
  <div role="status" className="empty:hidden">
    {message && (
      <div ref={reveal} className={`${BOX} border-sea`}>
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-sea" />
        <p className="min-w-0">
          <span className="block text-sea">{message}</span>
          <span className="block text-base font-normal text-mute">Your schedule opens in a moment.</span>
        </p>
      </div>
    )}
  </div>
);
