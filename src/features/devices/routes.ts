import type { Duties } from '#database/duties.ts';
import { answerWrite } from '#features/access/commands/answer-write.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { callerWrites, staffWrites } from '#features/audit/commands.ts';
import { codeInGroups } from '#platform/codes.ts';
import type { Serve } from '#platform/server/serve.ts';
import { listHoldings, makeHandoverCode, makeJoinCode, type NewCode, redeem, removeDevice } from './commands.ts';
import * as contract from './contract.ts';
import { joinAddress } from './rules.ts';
import { listDevices } from './store.ts';

const shown = (origin: string, { code, until }: NewCode): contract.ShownCode => ({
  code: codeInGroups(code),
  address: joinAddress(origin, code),
  until,
});

export function deviceRoutes(serve: Serve, context: CommandContext, slices: readonly Duties[]): void {
  serve(contract.listMyDevices, async ({ caller }) => {
    const { visitorId, deviceId } = await caller();
    const devices = visitorId === null ? [] : await listDevices(context.db, visitorId);
    return devices.map((device) => ({ ...device, current: device.id === deviceId }));
  });

  callerWrites(serve, context)(contract.removeDevice, removeDevice);

  serve(contract.makeCode, async ({ caller, origin }) => {
    const { visitorId, deviceId: id } = await caller();
    // An organiser's browser need not be a visitor.
    return visitorId === null || id === null ? null : shown(origin, await makeJoinCode(context, { id, visitorId }));
  });

  serve(contract.join, (call) =>
    answerWrite(call, (write) => redeem(context, slices, { ...write, network: call.network, typed: call.body.code })),
  );

  serve(contract.listHoldings, ({ params }) => listHoldings(context, params.id));

  staffWrites(serve, context)(contract.offerHandover, async (given) =>
    shown(given.origin, await makeHandoverCode(given, given.body.ids)),
  );
}
