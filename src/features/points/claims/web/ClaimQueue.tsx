import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { guarded, useIsHelper } from '#features/access/web/state.ts';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { groupBy } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { readWhole } from '#platform/numbers.ts';
import { relativeTime } from '#platform/time.ts';
import { undoableSince } from '#platform/undo.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { NumberField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { useReasonHint } from '../../web/FrozenNote.tsx';
import { isMany, ManyPoints } from '../../web/GivePoints.tsx';
import { useGivesPoints } from '../../web/state.ts';
import type { approveClaim, Claim, refuseClaim, undoDecision } from '../contract.ts';
import { GIVEN, LENGTHS } from '../limits.ts';
import { claimWords } from '../rules.ts';
import { claimsQuery } from './state.ts';

function RefuseDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { id } = claim;
  const refuse = useAct(
    () => request<typeof refuseClaim>('POST /api/claims/{id}/refuse', { params: { id }, body: { reason } }),
    { fails: 'It was not refused. Please try again.', inForm: true, done: onClose },
  );
  return (
    <FormDialog
      title="Refuse this claim"
      description={`${isolated(claim.userName)}: ${claim.task}. They read your reason.`}
      submitLabel="Refuse"
      sendingLabel="Refusing..."
      act={refuse}
      missing={reason.trim() === '' ? 'Say why.' : undefined}
      onSubmit={refuse.run}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint={useReasonHint()}
        limit={LENGTHS.reason}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

type QueueProps = {
  /** Of each mission. */
  heading: 'h2' | 'h4';
};

/** What people have claimed, by mission and oldest first, for organisers and helpers with points; then what was just decided. */
export function ClaimQueue({ heading }: QueueProps) {
  const isStaff = useGivesPoints();
  const { data, isError, refetch } = useQuery({ ...claimsQuery, enabled: isStaff });
  const isHelper = useIsHelper();
  const { data: accounts = [] } = useQuery({ ...myAccountsQuery, enabled: isHelper });
  /** Helpers do not decide about themselves. */
  const isOwn = ({ userId }: Claim) => isHelper && accounts.some(({ id }) => id === userId);
  const now = useNow();
  if (!isStaff) return <EmptyState icon={<Inbox />} title="Claims are for organisers" text="Unlock to see them." />;
  if (data === undefined)
    return <Pending what="claims" failed={isError} retry={refetch} count={3} className="h-24 rounded-2xl" />;
  const waiting = groupBy(
    data.filter((claim) => claim.state === 'claimed' && !isOwn(claim)),
    ({ task, worth }) => `${task} ${worth}`,
  );
  const since = undoableSince(new Date(now));
  const decided = data.filter(({ decidedAt }) => decidedAt !== null && decidedAt > since);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {waiting.size === 0 && (
        <EmptyState icon={<Inbox />} title="Nothing waits" text="What people claim is shown here at once." />
      )}
      {[...waiting].map(([missionId, claims]) => (
        <Group key={missionId} claims={claims} now={now} heading={heading} />
      ))}
      {decided.length > 0 && <Decided claims={decided} heading={heading} />}
    </div>
  );
}

type Approval = { id: string; points?: number; evenMany?: true };

const sendApproval = ({ id, ...body }: Approval) =>
  request<typeof approveClaim>('POST /api/claims/{id}/approve', { params: { id }, body });

const NOT_APPROVED = 'It was not approved. Please try again.';

type GroupProps = QueueProps & { claims: readonly Claim[]; now: string };

function Group({ claims, now, heading: Heading }: GroupProps) {
  const { task = '', worth } = claims[0] ?? {};
  const sendAll = async (all: readonly Claim[]) => {
    // One after the other: each is an entry of its own, and the first failure, which says why, stops the rest.
    for (const { id } of all) await sendApproval({ id });
  };
  const approveAll = useAct(sendAll, {
    fails: NOT_APPROVED,
    inForm: isMany,
    busy: 'They are being approved.',
    done: (_, all) => showToast({ title: `${all.length} approved`, description: task }),
  });
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] px-4 py-3">
      <div className="reason-end flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading className="min-w-0 flex-1 text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
          {task}
        </Heading>
        {claims.length > 1 && typeof worth === 'number' && (
          <ActButton act={approveAll} of={claims} tone="sea">
            {`Approve all ${claims.length}`}
          </ActButton>
        )}
      </div>
      {typeof worth !== 'number' && <p className="text-mute">{`Points: ${worth}`}</p>}
      <ul className="mt-1 divide-y divide-line">
        {claims.map((claim) => (
          <Row key={claim.id} claim={claim} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Row({ claim, now }: { claim: Claim; now: string }) {
  const act = useAct(sendApproval, { fails: NOT_APPROVED, inForm: isMany, busy: 'It is being approved.' });
  const [typed, setTyped] = useState('');
  const [isRefusing, setRefusing] = useState(false);
  const points = typeof claim.worth === 'number' ? claim.worth : readWhole(typed);
  const whose = isolated(claim.userName);
  const approve = (evenMany?: true) =>
    act.run({ id: claim.id, ...(points !== null && { points }), ...(evenMany && { evenMany }) });
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          {whose}
          <span className="font-normal text-mute">{` · ${relativeTime(claim.createdAt, now)}`}</span>
        </p>
        {claim.note !== null && <p>{claim.note}</p>}
      </div>
      <div className="flex flex-wrap items-end gap-2.5">
        {typeof claim.worth !== 'number' && (
          <div className="w-20">
            <NumberField
              label={`Points for ${whose}`}
              quietLabel
              placeholder="Points"
              {...GIVEN}
              value={typed}
              onType={setTyped}
            />
          </div>
        )}
        <Button
          tone="sea"
          aria-label={points === null ? `Approve ${whose}` : `Approve ${whose}: +${points}`}
          onClick={() => approve()}
          disabledReason={act.busy ?? (points === null ? 'Say how many points.' : undefined)}
        >
          {points === null ? 'Approve' : `Approve +${points}`}
        </Button>
        <Button aria-label={`Refuse ${whose}`} onClick={() => guarded(() => setRefusing(true))}>
          Refuse
        </Button>
      </div>
      {isMany(act.error) && <ManyPoints error={act.error} onYes={() => approve(true)} onNo={act.reset} />}
      {isRefusing && <RefuseDialog claim={claim} onClose={() => setRefusing(false)} />}
    </li>
  );
}

function Decided({ claims, heading: Heading }: QueueProps & { claims: readonly Claim[] }) {
  return (
    <section className="grid gap-2">
      <Heading className="font-semibold text-mute">Just decided</Heading>
      <ul className="divide-y divide-line">
        {claims.map((claim) => (
          <li key={claim.id} className="reason-end flex items-center justify-between gap-3 py-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <strong className="font-semibold">{isolated(claim.userName)}</strong>
              {` · ${claimWords(claim)} · ${claim.task}`}
            </p>
            {claim.state !== 'undone' && (
              <UndoOffer
                undo={(id) => request<typeof undoDecision>('POST /api/claims/{id}/undo', { params: { id } })}
                of={claim.id}
                label={`Undo: ${claim.userName}, ${claim.task}`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
