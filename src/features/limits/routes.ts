import type { Registered } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as admission from './commands/admission.ts';
import * as bursts from './commands/bursts.ts';
import * as contract from './contract.ts';

export function registrationRoutes(serve: Serve, context: CommandContext, kinds: readonly Registered[]): void {
  const write = staffWrites(serve, context);

  serve(contract.readRegistrations, () => bursts.readRegistrations(context, kinds));
  write(contract.removeBurst, bursts.removeBurst(kinds));
  write(contract.undoRemoval, bursts.undoRemoval(kinds));

  write(contract.pauseRegistration, async ({ tx, body: { paused }, note }) => {
    if ((await admission.readAdmission({ ...context, db: tx })).paused === paused) return note(null);
    await admission.setPaused(tx, paused);
    const action = paused ? 'registration paused' : 'registration resumed';
    await note({ action, subject: 'everybody', before: null, after: null });
  });

  // The list of changes does not contain the word.
  write(contract.setBadgeWord, async ({ tx, body: { word }, note }) => {
    await admission.setBadgeWord(tx, { from: 'overview', word });
    const action = word === null ? 'badge word switched off' : 'badge word set';
    await note({ action, subject: 'new phones', before: null, after: null });
  });
}
