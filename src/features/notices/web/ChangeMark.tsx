import type { Notice } from '../contract.ts';
import { type Change, changesOf, renamingOf } from '../rules.ts';

/** "1:00 PM → 2:00 PM", said as "1:00 PM became 2:00 PM". */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.map(({ was, is }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a title and a room may be equal
    <span key={index}>
      {index > 0 && ', '}
      <del className="text-mute decoration-coral">{was}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
      <ins className="font-semibold text-ink no-underline">{is}</ins>
    </span>
  ));

type ChangeMarkProps = { eventId: string; notices: readonly Notice[]; zone: string };

/** On the card of an event: its new time and room, while the notice of them is shown. */
export function ChangeMark({ eventId, notices, zone }: ChangeMarkProps) {
  const notice = notices.find((one) => one.kind === 'event' && one.eventId === eventId && !one.is.cancelled);
  if (notice === undefined) return null;
  const { was, is } = notice;
  const changes = [...changesOf(was, is, zone), ...renamingOf(was, is)];
  if (changes.length === 0) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="font-semibold text-sun">Changed: </span>
      <Changes changes={changes} />
    </p>
  );
}
