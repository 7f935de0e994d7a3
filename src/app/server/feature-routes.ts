import type { PasswordContext } from '#features/access/commands/unlock.ts';
import { accessRoutes } from '#features/access/routes.ts';
import { amendmentRoutes } from '#features/amendments/routes.ts';
import type { announcementBoard } from '#features/announcements/commands.ts';
import { announcementRoutes } from '#features/announcements/routes.ts';
import type { BackUp } from '#features/archive/commands.ts';
import { archiveRoutes } from '#features/archive/routes.ts';
import { auditRoutes } from '#features/audit/routes.ts';
import { reportRoutes } from '#features/brackets/reports/routes.ts';
import { bracketRoutes } from '#features/brackets/routes.ts';
import { calendarRoutes } from '#features/calendar/routes.ts';
import { checkInWarnings } from '#features/check-in/commands/by-code.ts';
import { checkInRoutes } from '#features/check-in/routes.ts';
import { deviceRoutes } from '#features/devices/routes.ts';
import { eventEditRoutes } from '#features/events/edits/routes.ts';
import { eventRoutes, type WarningSource, warningRoutes } from '#features/events/routes.ts';
import { starRoutes } from '#features/events/stars/routes.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { asksDiscord } from '#features/festival/limits.ts';
import { festivalRoutes } from '#features/festival/routes.ts';
import { reportWarnings } from '#features/inventory/open-games/commands.ts';
import { openGameRoutes } from '#features/inventory/open-games/routes.ts';
import { inventoryRoutes } from '#features/inventory/routes.ts';
import { pauseWarnings } from '#features/limits/commands/bursts.ts';
import { registrationRoutes } from '#features/limits/routes.ts';
import { messageRoutes } from '#features/news/messages/routes.ts';
import { noticeRoutes } from '#features/news/notices/routes.ts';
import { type PushFacts, pushRoutes } from '#features/news/push/routes.ts';
import { firstStepRoutes } from '#features/operations/first-steps/routes.ts';
import { numberRoutes } from '#features/operations/numbers/routes.ts';
import { rehearsalRoutes } from '#features/operations/rehearsal/routes.ts';
import { badgeRoutes } from '#features/people/badges/routes.ts';
import { nameRoutes } from '#features/people/names/routes.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { userRoutes } from '#features/people/users/routes.ts';
import { claimWarnings } from '#features/points/claims/commands.ts';
import { claimRoutes } from '#features/points/claims/routes.ts';
import { pointWarnings } from '#features/points/commands/entries.ts';
import { pointRoutes } from '#features/points/routes.ts';
import { scoreRoutes } from '#features/points/scores/routes.ts';
import { privacyRoutes } from '#features/privacy/routes.ts';
import { queueRoutes } from '#features/queue/routes.ts';
import { feedbackRoutes } from '#features/rsvps/feedback/routes.ts';
import { noShowRoutes } from '#features/rsvps/no-shows/routes.ts';
import { rsvpRoutes } from '#features/rsvps/routes.ts';
import { pictureRoutes } from '#features/screens/pictures/routes.ts';
import { screenRoutes } from '#features/screens/routes.ts';
import { staffRoutes } from '#features/staff/routes.ts';
import { waitingRoutes } from '#features/waiting/routes.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import type { Serve } from '#platform/server/serve.ts';
import { fillSample } from './sample/fill.ts';
import { REGISTERED, SLICES } from './slices.ts';

type FeatureParts = {
  readonly publicUrl: string | null;
  readonly hasOwnPassword: boolean;
  readonly board: ReturnType<typeof announcementBoard>;
  readonly warnings: readonly WarningSource[];
  readonly clock: MovableClock | null;
  readonly push: PushFacts;
  readonly complain: (message: string, error: Error) => void;
  readonly backUp: BackUp;
};

export function addFeatureRoutes(
  serve: Serve,
  context: PasswordContext,
  { publicUrl, hasOwnPassword, board, warnings, clock, push, complain, backUp }: FeatureParts,
): void {
  accessRoutes(serve, context);
  staffRoutes(serve, context);
  festivalRoutes(serve, context);
  firstStepRoutes(serve, context, { publicUrl, hasOwnPassword });
  eventRoutes(serve, context);
  eventEditRoutes(serve, context);
  rsvpRoutes(serve, context);
  noShowRoutes(serve, context);
  starRoutes(serve, context);
  numberRoutes(serve, context);
  feedbackRoutes(serve, context);
  queueRoutes(serve, context);
  waitingRoutes(serve, context);
  amendmentRoutes(serve, context);
  noticeRoutes(serve, context);
  pushRoutes(serve, context, push);
  messageRoutes(serve, context);
  bracketRoutes(serve, context);
  reportRoutes(serve, context);
  calendarRoutes(serve, context, async () => ({ ...(await festivalInForce(context)), publicUrl }));
  checkInRoutes(serve, context);
  const own = [
    () => pauseWarnings(context),
    () => claimWarnings(context),
    () => pointWarnings(context),
    () => reportWarnings(context),
    () => checkInWarnings(context),
    async () => (asksDiscord(await festivalInForce(context)) ? board.warnings() : []),
  ];
  warningRoutes(serve, [...own, ...warnings], complain);
  auditRoutes(serve, context);
  userRoutes(serve, context);
  badgeRoutes(serve, context);
  pointRoutes(serve, context);
  claimRoutes(serve, context);
  pictureRoutes(serve, context);
  screenRoutes(serve, context);
  scoreRoutes(serve, context);
  inventoryRoutes(serve, context);
  openGameRoutes(serve, context);
  nameRoutes(serve, context, SLICES);
  peopleRoutes(serve, context);
  privacyRoutes(serve, context, SLICES);
  deviceRoutes(serve, context, SLICES);
  registrationRoutes(serve, context, REGISTERED);
  archiveRoutes(serve, context, SLICES, { fillSample: (caller) => fillSample(context, caller), backUp });
  announcementRoutes(serve, board, {
    now: context.now,
    isAsked: async () => asksDiscord(await festivalInForce(context)),
  });
  if (clock !== null) rehearsalRoutes(serve, context, clock);
}
