import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'wouter';

const BOX =
  'flex items-start gap-3 rounded-2xl border-2 p-4 text-lg font-semibold text-pretty [overflow-wrap:anywhere]';

/** On a small phone it may be below the keyboard. */
const reveal = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

// Both regions are rendered from the start, because one that is added together with its text is often not announced.
export const Failure = ({ messages }: { messages: readonly string[] }) => (
  <div role="alert" className="empty:hidden">
    {messages.length > 0 && (
      <div key={messages.join()} ref={reveal} className={`${BOX} border-coral text-coral`}>
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      </div>
    )}
  </div>
);

type SuccessProps = {
  /** One for each person. */
  messages: readonly string[];
  /** Others are still being checked in. */
  isPending: boolean;
  /** The schedule opens by itself. */
  isLeaving: boolean;
  schedule: string;
};

export const Success = ({ messages, isPending, isLeaving, schedule }: SuccessProps) => (
  <div role="status" className="empty:hidden">
    {messages.length > 0 && (
      <div className={`${BOX} border-sea`}>
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-sea" />
        <div className="min-w-0">
          {messages.map((message) => (
            <p key={message} ref={reveal} className="text-sea">
              {message}
            </p>
          ))}
          {isLeaving && (
            <p ref={reveal} className="text-base font-normal text-mute">
              Your schedule opens in a moment.
            </p>
          )}
          {!isPending && !isLeaving && (
            <Link ref={reveal} to={schedule} className="inline-block py-2 text-base underline underline-offset-4">
              My schedule
            </Link>
          )}
        </div>
      </div>
    )}
  </div>
);
