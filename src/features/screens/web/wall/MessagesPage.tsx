import { MessageText } from '#features/messages/web/parts/MessageText.tsx';
import { usePublicMessages } from '#features/messages/web/state.ts';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import { partWords, WallHead } from './WallHead.tsx';

/** The messages to everybody, one at a time; urgent ones fill the wall by themselves. */
export function MessagesPage({ part, zone }: { part: (parts: number) => number; zone: string }) {
  const messages = usePublicMessages().filter(({ urgent }) => !urgent);
  const shown = part(messages.length);
  const message = messages[shown];
  if (message === undefined) return null;
  const { text, from, at } = message;
  return (
    <>
      <WallHead title="Messages" zone={zone}>
        {partWords(shown, messages.length)}
      </WallHead>
      <article className="wall-message wall-huge grid flex-1 content-center gap-3">
        <MessageText text={text} />
        <p className="wall-text text-mute">
          {isolated(from)}, {clockTime(at, zone)}
        </p>
      </article>
    </>
  );
}
