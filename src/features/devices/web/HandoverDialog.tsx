import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { isLocked } from '#features/access/web/state.ts';
import { groupBy } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { tickerTime } from '#platform/time.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { Holding, offerHandover } from '../contract.ts';
import { isChosenFirst } from '../rules.ts';
import { CodeToShow } from './parts/CodeToShow.tsx';
import { holdingsQuery } from './queries.ts';

type HandoverDialogProps = {
  /** Of a place or a user. */
  id: string;
  name: string;
  zone: string;
  onClose: () => void;
};

/** Moves the chosen places of a lost phone to the phone that scans the code. */
export function HandoverDialog({ id, name, zone, onClose }: HandoverDialogProps) {
  const { data, isError, refetch } = useQuery(holdingsQuery(id));
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const chosen = (data ?? [])
    .filter((one) => isChosenFirst(one, data ?? []) !== toggled.includes(one.id))
    .map((one) => one.id);
  const offer = useAct((ids: string[]) => request<typeof offerHandover>('POST /api/handovers', { body: { ids } }), {
    fails: 'The code didn’t load. Please try again.',
    inForm: true,
    busy: 'The code is loading.',
  });
  const { answer: shown, error } = offer;
  const show = () => {
    if (!offer.isBusy) offer.run(chosen);
  };
  const isChoice = data !== undefined && data.length > 0 && shown === undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Hand over ${name}’s places`}
      description="For a new phone. The old phone loses what you choose and gets a notice."
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Close
          </Button>
          {isChoice && (
            <Button
              tone="sea"
              onClick={show}
              disabledReason={chosen.length === 0 ? 'Choose at least one place.' : offer.busy}
            >
              Show the code for the new phone
            </Button>
          )}
        </>
      }
    >
      {data === undefined && isError && <LoadError title="The places didn’t load" onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Loading words="Loading the places" className="h-40 rounded-2xl" />}
      {data?.length === 0 && <p>{name} has no place and waits for none.</p>}
      {data !== undefined && data.length > 0 && shown !== undefined && <CodeToShow shown={shown} onAgain={show} />}
      {isChoice && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p role="alert" className="font-semibold text-coral empty:hidden">
            {error !== null && !isLocked(error) && sentenceOf(error, 'The code didn’t load. Please try again.')}
          </p>
          <Choice
            holdings={data}
            zone={zone}
            chosen={chosen}
            onToggle={(one) =>
              setToggled(toggled.includes(one) ? toggled.filter((id) => id !== one) : [...toggled, one])
            }
          />
        </div>
      )}
    </Dialog>
  );
}

type ChoiceProps = {
  holdings: readonly Holding[];
  zone: string;
  chosen: readonly string[];
  onToggle: (id: string) => void;
};

/** Each phone with its places: the same name on two phones may be two people. */
const Choice = ({ holdings, zone, ...choosing }: ChoiceProps) =>
  [...groupBy(holdings, ({ phone }) => phone).values()].map((group, index) => {
    const { phone = null, since = null, lastUsed = null } = group[0] ?? {};
    const names = listed([...new Set(group.map(({ playerName }) => isolated(playerName)))]);
    const heading = phone === null ? 'Without a phone' : `Phone ${index + 1}: ${names}`;
    return (
      <section key={heading} aria-label={heading} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="[overflow-wrap:anywhere]">
          <h3 className="font-semibold">{heading}</h3>
          {since !== null && lastUsed !== null && (
            <p className="text-sm text-mute">
              {`Since ${tickerTime(since, zone)}, last used ${tickerTime(lastUsed, zone)}`}
            </p>
          )}
        </div>
        <PhoneChoice holdings={group} zone={zone} {...choosing} />
      </section>
    );
  });

const PhoneChoice = ({ holdings, zone, chosen, onToggle }: ChoiceProps) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {holdings.map(({ id, playerName, title, startTime, waits }) => (
      <li key={id}>
        <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-3.5 py-2">
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} className="pixel-check" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{playerName}</span> · {title}
            <span className="block text-sm text-mute">
              {tickerTime(startTime, zone)}
              {waits && ', on the waiting list'}
            </span>
          </span>
        </label>
      </li>
    ))}
  </ul>
);
