import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { kindOf } from '#features/brackets/engine/kinds.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { counted, listed } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Match, proposeRound, publishRound, undoRound } from '../../contract.ts';
import type { Round } from '../../rules/shapes.ts';
import { lastRoundIn } from '../parts/rounds.ts';
import { isOfRounds } from '../parts/standings.ts';
import { callsQuery } from '../queries.ts';
import { RoundClockPanel } from './RoundClockPanel.tsx';

type RoundPanelProps = { event: FestivalEvent; matches: readonly Match[] };

/** The next round of a tournament that is paired round by round: proposed, looked at, published; the last one can be taken back. */
export function RoundPanel({ event, matches }: RoundPanelProps) {
  const { id, tournamentType, format, bracketDecided } = event;
  const [proposal, setProposal] = useState<Round | null>(null);
  const params = { id };
  const propose = useAct(() => request<typeof proposeRound>('POST /api/events/{id}/rounds/proposal', { params }), {
    fails: 'The round could not be paired. Please try again.',
    done: setProposal,
  });
  const isTree = matches.some(({ bracket }) => bracket === 'winners');
  const ofRounds = matches.filter(isOfRounds);
  // A knock-out is the round after the others.
  const last = lastRoundIn(ofRounds) + (isTree ? 1 : 0);
  const undo = useAct(
    (round: number) =>
      request<typeof undoRound>('DELETE /api/events/{id}/rounds/{round}', { params: { id, round: String(round) } }),
    {
      fails: 'The round could not be taken back. Please try again.',
      done: () => showToast({ title: 'Round taken back', description: 'Its calls are withdrawn too.' }),
    },
  );
  const { data: calls } = useQuery(callsQuery(id));
  const otherwise = calls?.otherwise ?? [];
  const kind = tournamentType === null ? null : kindOf(tournamentType);
  const pairsRounds = kind?.pairsRounds ?? false;
  const hasMore = pairsRounds || (kind?.options.includes('cut') && (format?.cut ?? 0) !== 0);
  if (!hasMore && format?.minutes === undefined) return null;
  const open = matches.filter(({ status }) => status === 'ready').length;
  const ofLast = isTree
    ? matches.filter((match) => !ofRounds.includes(match))
    : ofRounds.filter(({ round, bracket }) => round === last && bracket !== 'group');
  const mayUndo = ofLast.length > 0 && ofLast.every(({ status }) => status !== 'done');
  const close = () => setProposal(null);
  return (
    <>
      <section
        aria-label="Rounds"
        className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3"
      >
        <p className="min-w-0 grow basis-60">
          {bracketDecided || isTree
            ? 'Every round is published.'
            : open > 0
              ? `${pairsRounds ? `Round ${last}: ` : ''}${counted(open, 'match', 'matches')} to play.`
              : `${pairsRounds ? `Round ${last} is` : 'Every match is'} played.`}
          {otherwise.length > 0 && (
            <span className="block text-sun [overflow-wrap:anywhere]">
              {`Round ${last} stays as it is. With what was corrected since: ${someOf(otherwise.map((names) => names.join(' – ')))}.`}
            </span>
          )}
        </p>
        {!bracketDecided && <RoundClockPanel event={event} isOn={open > 0} />}
        {mayUndo && (
          <Button onClick={() => undo.run(last)} disabledReason={undo.busy}>
            {isTree ? 'Take the knock-out back' : `Take round ${last} back`}
          </Button>
        )}
        {hasMore && !bracketDecided && !isTree && proposal === null && (
          <Button
            tone="sea"
            onClick={() => propose.run()}
            disabledReason={propose.busy ?? (open > 0 ? 'Every match of this round must be decided first.' : undefined)}
          >
            {pairsRounds ? 'Pair the next round' : 'Draw the knock-out'}
          </Button>
        )}
      </section>
      {proposal !== null && <Proposal eventId={id} proposal={proposal} onClose={close} key={proposal.round} />}
    </>
  );
}

const SHOWN = 6;
const someOf = (pairs: readonly string[]): string =>
  listed(pairs.length > SHOWN ? [...pairs.slice(0, SHOWN), `${pairs.length - SHOWN} more`] : pairs);

type ProposalProps = { eventId: string; proposal: Round; onClose: () => void };
type Player = Round['matches'][number]['players'][number];

/** Who would meet: two people are exchanged by choosing both. Nothing of it is public before it is published. */
function Proposal({ eventId, proposal, onClose }: ProposalProps) {
  const [{ matches, bye }, setRound] = useState(proposal);
  const [chosen, choose] = useState<Player | null>(null);
  const publish = useAct(
    () =>
      request<typeof publishRound>('POST /api/events/{id}/rounds', {
        params: { id: eventId },
        body: {
          round: proposal.round,
          matches: matches.map(({ players }) => players.map(({ id }) => id)),
          bye: bye?.id ?? null,
        },
      }),
    {
      fails: 'The round could not be published. Please try again.',
      busy: 'The round is being published.',
      done: () => {
        showToast({ title: 'Round published', description: `Everybody sees round ${proposal.round} now.` });
        onClose();
      },
    },
  );
  const press = (player: Player) => {
    if (chosen === null || chosen.id === player.id) return choose(chosen === null ? player : null);
    const swap = (one: Player) => (one.id === chosen.id ? player : one.id === player.id ? chosen : one);
    setRound({
      ...proposal,
      matches: matches.map(({ players }) => ({ players: players.map(swap) })),
      bye: bye && swap(bye),
    });
    choose(null);
  };
  // A button stays where its person was proposed, so that the focus stays after an exchange.
  const seat = (player: Player, proposed = player) => (
    <button
      key={proposed.id}
      type="button"
      className="btn btn-ghost justify-start px-3 text-left aria-pressed:border-sun aria-pressed:bg-raise"
      aria-pressed={chosen?.id === player.id}
      onClick={() => press(player)}
    >
      {player.name}
    </button>
  );
  return (
    <section aria-label="Proposed round" className="grid gap-3 rounded-xl border-2 border-sun px-4 py-3">
      <h3 className="font-display text-2xl leading-none text-sun">
        {proposal.isCut ? 'The knock-out' : `Round ${proposal.round}`}, not published yet
      </h3>
      <p role="status" className="text-mute">
        {chosen === null
          ? 'Press two people to exchange them.'
          : `Now press the person who changes places with ${chosen.name}.`}
      </p>
      <ol className="grid gap-2 sm:grid-cols-2">
        {proposal.matches.map((proposed, index) => (
          <li
            key={proposed.players.map(({ id }) => id).join()}
            className="grid gap-1 rounded-xl border border-line p-2"
          >
            <span className="px-1 text-sm text-mute">{`${proposed.players.length > 2 ? 'Heat' : 'Match'} ${index + 1}`}</span>
            {matches[index]?.players.map((player, at) => seat(player, proposed.players[at]))}
          </li>
        ))}
        {bye && (
          <li className="grid content-start gap-1 rounded-xl border border-dashed border-line p-2">
            <span className="px-1 text-sm text-mute">Plays no match and gets 3 points</span>
            {seat(bye, proposal.bye ?? bye)}
          </li>
        )}
      </ol>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button tone="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="sea" onClick={() => publish.run()} disabledReason={publish.busy}>
          Publish
        </Button>
      </div>
    </section>
  );
}
