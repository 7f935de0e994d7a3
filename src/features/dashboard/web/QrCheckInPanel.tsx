import { QrCheckIn } from '#features/check-in/web/QrCheckIn.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { StaffLine } from '#features/waiting/web/StaffLine.tsx';

const line = (event: FestivalEvent) => <StaffLine event={event} />;

/** Combines the staff list (check-in) with the waiting list (waiting). */
export const QrCheckInPanel = ({ zone }: { zone: string }) => <QrCheckIn zone={zone} underList={line} />;
