/**
 * Keeps a write for later, and withdraws it. Always loaded by `import()`, because a bundler gives a module that is also imported
 * statically a second file, which may be missing without network.
 */
import { probe } from '#platform/web/connection.ts';
import { changeWrite, dropWrite, keepWrite, keptWrites } from '#platform/web/kept-writes.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import {
  HAS_BEGUN,
  howLong,
  isTake,
  KEPT_KIND,
  type KeptPlace,
  keptUntil,
  NO_CONNECTION,
  NotTried,
  type PlaceEnd,
  type PlaceWrite,
} from './place-writes.ts';

const KEEPS_NOTHING = 'No connection. This browser can’t keep a change for later.';

/** Keeps a write that `failure` did not let through, and says so. Returns whether it is kept. */
export async function keepPlace(id: string, body: PlaceWrite, failure: Error): Promise<boolean> {
  const sent = !(failure instanceof NotTried);
  const until = keptUntil(body.startTime);
  const isKept =
    until !== null &&
    (await keepWrite({ id, kind: KEPT_KIND, body, until, sent }).then(
      () => true,
      () => false,
    ));
  // The connection may be back: asked now, nobody waits for the next probe.
  void probe();
  if (isKept) showToast({ title: 'Waiting for network', description: `${NO_CONNECTION}, ${howLong()}.` });
  else showError(whyNotKept(until === null, sent));
  return isKept;
}

const whyNotKept = (hasBegun: boolean, sent: boolean): string => {
  const next = sent
    ? 'It may have been sent: look in My schedule when you are back online.'
    : 'Nothing was sent: try again when you are back online.';
  return `${hasBegun ? HAS_BEGUN : KEEPS_NOTHING} ${next}`;
};

/** Withdraws a write: at once if it was never sent, otherwise when the server can be asked. */
export async function withdraw({ id, body }: KeptPlace): Promise<void> {
  const before = await changeWrite<PlaceWrite, unknown>(id, (write) =>
    write.end !== undefined ? write : write.sent ? { ...write, withdrawn: true } : null,
  );
  if (before === undefined || before.end !== undefined) return;
  if (before.sent) {
    const then = isTake(body.act) ? 'we will take it back' : 'we will check whether it was';
    showToast({ title: 'It may already have been sent', description: `When you are back online, ${then}.` });
  } else showToast({ title: 'Withdrawn', description: 'Nothing was sent.' });
}

export const keptPlaces = (): Promise<KeptPlace[]> => keptWrites<PlaceWrite, PlaceEnd>(KEPT_KIND);

/** Forgets how writes ended. */
export async function dropEnds(ids: readonly string[]): Promise<void> {
  for (const id of ids) await dropWrite(id);
}
