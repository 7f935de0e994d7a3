import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { TOURNAMENT_LABEL } from '#features/events/rules/status.ts';
import { longDay } from '#platform/time.ts';
import { Paper } from '#platform/web/ui/paper.tsx';
import type { Entrant, Match } from '../contract.ts';
import { atTable } from '../rules/tables.ts';
import './parts/bracket-sheet.css';
import { BracketLoading, NoBracket } from './parts/BracketView.tsx';
import { championOf, isEmpty, lanesIn, nextOf, type Round, roundsIn } from './parts/rounds.ts';
import { matchSentence, slotScore } from './parts/sentence.ts';
import { hasStandings } from './parts/standings.ts';
import { matchesQuery } from './queries.ts';

/** Matches of a first round that fit one page, with those of the losers bracket below: 32 players. */
const ONE_PAGE = 16;
/** Characters that fit one line of a slot. */
const LONG_NAME = 18;

/** A bracket on paper: up to 32 players as a tree on one page of A4 or Letter, more as lists by round. */
export function BracketSheet({ event, zone, stamp }: { event: FestivalEvent; zone: string; stamp: string }) {
  const { data: matches, isError, refetch } = useQuery(matchesQuery(event.id));
  if (matches === undefined) return <BracketLoading failed={isError} onRetry={() => void refetch()} />;
  if (matches.length === 0) return <NoBracket />;
  const rounds = roundsIn(matches);
  const kind = event.tournamentType === null ? '' : `${TOURNAMENT_LABEL[event.tournamentType]} · `;
  const champion = championOf(matches);
  return (
    <Paper
      title={event.title}
      facts={[
        `${kind}${longDay(event.startTime, zone)} · ${event.location}`,
        ...(champion === null ? [] : [`Champion: ${champion.name}`]),
      ]}
      stamp={stamp}
    >
      {hasStandings(matches) && <Pairings matches={matches} />}
      {hasStandings(matches) || longest(rounds) > ONE_PAGE ? <Lists rounds={rounds} /> : <Trees rounds={rounds} />}
    </Paper>
  );
}

/** The round that is open: who plays where, by name, and a slip for each match to write its result on. */
function Pairings({ matches }: { matches: readonly Match[] }) {
  const open = matches.filter(({ status }) => status === 'ready');
  const round = open.filter((match) => match.round === open[0]?.round);
  const whereOf = ({ call, bracket, position }: Match) =>
    call === null ? `${bracket === 'heat' ? 'Heat' : 'Match'} ${position}` : atTable(call.table, true);
  const names = round.flatMap((match) =>
    match.players.map(({ id, name }) => ({
      id,
      name,
      where: whereOf(match),
      against: match.players.flatMap((other) => (other.id === id ? [] : other.name)).join(', '),
    })),
  );
  if (round.length === 0) return null;
  return (
    <>
      <h3>{`Round ${round[0]?.round}, by name`}</h3>
      <ol className="paper-names">
        {names
          .toSorted((one, other) => byName(one.name, other.name))
          .map(({ id, name, where, against }) => (
            <li key={id}>
              <strong>{name}</strong> {where}, against {against}
            </li>
          ))}
      </ol>
      <ul className="paper-slips" aria-label="Result slips">
        {round.map((match) => (
          <li key={match.id}>
            <strong>{`${match.label}, ${whereOf(match)}`}</strong>
            {match.players.map(({ id, name }) => (
              <p key={id} className="paper-slip">
                <span>{name}</span>
                <b>{match.bracket === 'heat' ? 'place' : ''}</b>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

const byName = new Intl.Collator().compare;

const longest = (rounds: readonly Round[]): number => Math.max(0, ...rounds.map(({ matches }) => matches.length));

function Trees({ rounds }: { rounds: readonly Round[] }) {
  const lanes = lanesIn(rounds).filter((lane) => lane.length > 0);
  const rows = lanes.reduce((sum, lane) => sum + longest(lane), 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section tabIndex={0} aria-label="Bracket" className="paper-bracket" style={{ '--rows': rows } as CSSProperties}>
      {lanes.map((lane) => (
        <div key={lane[0]?.key} className="paper-lane" style={{ flexGrow: longest(lane) }}>
          {lane.map((round, index) => (
            <section key={round.key} className="paper-round" data-next={nextOf(round, lane[index + 1])}>
              <h3>{round.label}</h3>
              <ol>
                {round.matches.map((match) => (
                  <li key={match.id}>{!isEmpty(match) && <Drawn match={match} />}</li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      ))}
    </section>
  );
}

const Drawn = ({ match }: { match: Match }) => (
  <div className="paper-match">
    <Side match={match} slot={1} player={match.player1} />
    <Side match={match} slot={2} player={match.player2} />
  </div>
);

/** With the seed, by which a name that is cut off is found in the first round. */
const Side = ({ match, slot, player }: { match: Match; slot: 1 | 2; player: Entrant | null }) => (
  <p data-won={match.winner === slot || undefined} data-long={(player?.name.length ?? 0) > LONG_NAME || undefined}>
    <small>{player?.seed}</small>
    <span>{player?.name ?? (match.status === 'bye' ? 'bye' : '')}</span>
    <b>{slotScore(match, slot)}</b>
  </p>
);

const Lists = ({ rounds }: { rounds: readonly Round[] }) => (
  <div className="paper-rounds">
    {rounds.map((round) => (
      <section key={round.key}>
        <h3>{round.label}</h3>
        <ol>
          {round.matches
            .filter(({ status }) => status !== 'bye')
            .map((match) => (
              <li key={match.id}>
                {matchSentence(`${match.bracket === 'heat' ? 'Heat' : 'Match'} ${match.position}`, match)}
              </li>
            ))}
        </ol>
      </section>
    ))}
  </div>
);
