/**
 * Players say how their match ended. What two phones say alike is entered as a judge would enter it, by the same rules, and
 * signed by both. A report is of one revision of its match: a result, a correction or other players make it void.
 */
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { CallerWork } from '#features/audit/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { tell } from '#features/news/push/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { listed } from '#platform/numbers.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { isOrganiser, JUDGE, mayWork } from '#platform/staff.ts';
import { sayCalled } from '../commands/announce.ts';
import { entrantsOf } from '../commands/calls.ts';
import { append, resultEntry, withLockedBracket } from '../commands/changes.ts';
import { findBracket, noSuchMatch } from '../commands/reads.ts';
import type { Match, SaidResult } from '../contract.ts';
import { whyNotEnter } from '../engine/results.ts';
import { type MatchState, matchIn, type PlayedEntry } from '../engine/state.ts';
import type { Bracket } from '../rules/bracket.ts';
import { standsAs } from '../rules/meanwhile.ts';
import { findMatch, readId, sentId } from '../rules/wire.ts';
import type * as contract from './contract.ts';
import type { Report, Version } from './contract.ts';
import { agreedOn, isForJudge, isSame, type Phone, resultWords, type Said, stateOf } from './rules.ts';
import * as store from './store.ts';

const NEWS_MS = 30 * MINUTE;

type Spoken = Said & { readonly result: SaidResult };

/** The phones of those who play a match, by the places that they hold now. */
function phonesOf(bracket: Bracket, match: MatchState, places: readonly store.PlaceOnPhone[]): Phone[] {
  const held = entrantsOf(bracket, match).flatMap(({ id, name }) => {
    const place = places.find((one) => one.id === id);
    return place === undefined ? [] : { ...place, name };
  });
  return [...Map.groupBy(held, ({ visitorId }) => visitorId)].map(([visitorId, own]) => ({
    visitorId,
    people: own.map(({ id, name }) => ({ id, name })),
    isSure: own.some(({ isHandedOver }) => !isHandedOver),
  }));
}

/** What was said of the match as it is now, by phones that still have people in it. */
const spokenOf = (
  bracket: Bracket,
  found: MatchState,
  phones: readonly Phone[],
  stored: readonly store.StoredReport[],
) =>
  stored.flatMap(({ visitorId, revision, result, at }): Spoken[] => {
    const phone = phones.find((one) => one.visitorId === visitorId);
    const isVoid = phone === undefined || revision !== bracket.drawnRevision + found.revision;
    return isVoid ? [] : [{ phone, result, at, entry: resultEntry(result, found, bracket) }];
  });

const nameOf = ({ people }: Phone): string => listed(people.map(({ name }) => name));
const versions = (said: readonly Spoken[]): Version[] =>
  said.map(({ phone, result }) => ({ name: nameOf(phone), result }));

const decided = (match: Match): Refusal =>
  new Refusal('DECIDED', `This match is decided. ${standsAs(match)} Tell a judge if that is wrong.`);

/** Says how a match ended. @throws Refusal NOT_YOURS, SWITCHED_OFF, EVENT_OVER, DECIDED, MATCH_NOT_READY or BAD_INPUT. */
export const reportResult: CallerWork<typeof contract.reportResult> = async (given) => {
  const { context, tx, now, at, caller, params } = given;
  const { expectedRevision, ...body } = given.body;
  const sent = readId(params.id);
  if (sent === null) throw noSuchMatch();
  const { eventId } = sent;
  return withLockedBracket(given, eventId, noSuchMatch, async (bracket, _, event) => {
    const [found, match] = [matchIn(bracket.state, sent.match), findMatch(bracket, sent.match)];
    if (found === undefined || match === null) throw noSuchMatch();
    const phones = phonesOf(bracket, found, await store.listPlacesOnPhones(tx, eventId));
    const mine = phones.find(({ visitorId }) => visitorId === caller.visitorId);
    const stored = (await store.listReports(tx, eventId)).get(params.id) ?? [];
    const before = spokenOf(bracket, found, phones, stored);
    if (mine === undefined) {
      if (!isOrganiser(caller.staff)) throw new Refusal('NOT_YOURS', 'Nobody of this phone plays this match.');
      // Organisers may call what players may. What they say is entered at the desk.
      return { state: stateOf(before), by: versions(before) };
    }
    if (!(await isOn(context, tx, event)))
      throw new Refusal('SWITCHED_OFF', 'Players do not report results here. Tell a judge how it ended.');
    throwRefusal(whyOver(event));
    const entry = resultEntry(body, found, bracket);
    if (match.status === 'done') {
      // Its first answer may have been lost, or the other phone was quicker.
      const played = playedIn(found);
      if (played === null || !isSame(played, entry)) throw decided(match);
      return { state: 'agreed', by: [] };
    }
    if (expectedRevision !== undefined && expectedRevision !== match.revision)
      throw new Refusal('CHANGED_MEANWHILE', 'This match was changed meanwhile. Look at it, and say the result again.');
    throwRefusal(whyNotEnter(bracket.state, entry));
    const own = before.find(({ phone }) => phone === mine);
    const others = before.filter((one) => one !== own);
    const isSaid = own !== undefined && JSON.stringify(own.result) === JSON.stringify(body);
    if (own !== undefined && !isSaid && others.length > 0 && !others.every((other) => isSame(other.entry, entry)))
      throw new Refusal('DECIDED', 'The other player has answered already. A judge decides this match now.');
    // A change is not news: the judge waits no longer for it.
    const said: Spoken[] = isSaid ? before : [...others, { phone: mine, result: body, entry, at: own?.at ?? at }];
    const state = stateOf(said);
    const agreed = state === 'agreed' ? agreedOn(said) : undefined;
    if (isSaid && agreed === undefined) return { state, by: versions(said) };
    const report = { matchId: params.id, eventId, visitorId: mine.visitorId, result: body, at: own?.at ?? at };
    await store.writeReport(tx, { ...report, revision: match.revision });
    noteChange(tx, 'reports');
    noteOwners(
      tx,
      phones.map(({ visitorId }) => ({ visitor_id: visitorId })),
    );
    if (agreed !== undefined) {
      const signed = said.flatMap(({ phone }) => phone.people.map(({ id }) => id));
      await append({ context, tx, staff: { sessionId: null, name: null, agreed: signed } }, bracket, agreed);
    }
    for (const { visitorId } of phones) {
      if (agreed !== undefined || visitorId === mine.visitorId) continue;
      await tell(context, tx, {
        key: `report ${params.id} ${match.revision} ${mine.visitorId}`,
        kind: 'called',
        to: { visitors: [visitorId] },
        about: { reported: params.id } satisfies AboutReport,
        endsAt: new Date(now.getTime() + NEWS_MS).toISOString(),
      });
    }
    return { state, by: versions(said) };
  });
};

/** What a decided match was decided by; null where somebody did not play. */
function playedIn({ match: { id: match }, reason, scores, places, winner }: MatchState): PlayedEntry | null {
  if (reason === 'places' && places) return { kind: 'places', match, places, ...(scores && { scores }) };
  const [one, two] = scores ?? [];
  if (reason === 'score' && one != null && two != null) return { kind: 'score', match, scores: [one, two] };
  return reason === 'winner' ? { kind: 'winner', match, winner: winner ?? 'draw' } : null;
}

const isOn = async (context: CommandContext, db: Db, { reports }: FestivalEvent): Promise<boolean> =>
  reports && (await festivalInForce(context, db)).reports === true;

/** `phones`: those that said something, in the order of `by`, then the others. */
type Open = Omit<Report, 'isOwn' | 'mine'> & { readonly phones: readonly Phone[] };

/** What was said of the event's matches that wait for their result. */
async function listOpen({ db, now }: Pick<CommandContext, 'db' | 'now'>, event: FestivalEvent): Promise<Open[]> {
  const bracket = event.status === 'completed' ? null : await findBracket(db, event.id);
  if (bracket === null) return [];
  const [stored, places] = [await store.listReports(db, event.id), await store.listPlacesOnPhones(db, event.id)];
  return bracket.state.matches.flatMap((found): Open[] => {
    const matchId = sentId(event.id, found.match.id);
    if (found.status !== 'ready') return [];
    const phones = phonesOf(bracket, found, places);
    const said = spokenOf(bracket, found, phones, stored.get(matchId) ?? []);
    const [first] = said;
    if (first === undefined) return [];
    const speakers = said.map(({ phone }) => phone);
    return [
      {
        matchId,
        eventId: event.id,
        eventTitle: event.title,
        revision: bracket.drawnRevision + found.revision,
        // Those who agree wait for a judge where somebody between them left meanwhile.
        state: stateOf(said) === 'disputed' ? 'disputed' : 'reported',
        since: first.at,
        by: versions(said),
        isForJudge: isForJudge(said, phones, now()),
        phones: [...speakers, ...phones.filter((phone) => !speakers.includes(phone))],
      },
    ];
  });
}

/** What waits for the judges among those who ask, and what concerns people of the device; disputed ones first. */
export async function listReports(context: CommandContext, { staff, visitorId }: Caller): Promise<Report[]> {
  const { db } = context;
  const reports: Report[] = [];
  if (staff === null && visitorId === null) return reports;
  for (const eventId of await store.listReportedEvents(db, staff === null ? visitorId : null)) {
    const event = await findEvent(db, eventId);
    if (event === null || !(await isOn(context, db, event))) continue;
    const isJudge = mayWork(staff, JUDGE, event);
    for (const { phones, ...report } of await listOpen(context, event)) {
      const at = phones.findIndex((phone) => phone.visitorId === visitorId);
      if (at === -1 && !(isJudge && report.isForJudge)) continue;
      reports.push({
        ...report,
        isForJudge: isJudge && report.isForJudge,
        isOwn: at !== -1,
        mine: at === -1 || at >= report.by.length ? null : at,
      });
    }
  }
  return reports.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.since < other.since ? -1 : 1));
}

const rankOf = ({ state }: Report): number => (state === 'disputed' ? 0 : 1);

type AboutReport = { readonly reported: string };

/** A report that the phone has not answered, or that differs from what it said. */
const sayReport: Hooks['say']['called'] = async (context, { about, visitorId }) => {
  const { reported } = JSON.parse(about) as AboutReport;
  const sent = readId(reported);
  const event = sent && (await findEvent(context.db, sent.eventId));
  const bracket = sent && (await findBracket(context.db, sent.eventId));
  const match = sent && bracket && findMatch(bracket, sent.match);
  if (event === null || match === null) return null;
  const report = (await listOpen(context, event)).find(({ matchId }) => matchId === reported);
  const at = report?.phones.findIndex((phone) => phone.visitorId === visitorId) ?? -1;
  const said = report?.by.find((_, index) => index !== at);
  if (report === undefined || said === undefined || at === -1) return null;
  const isAnswered = at < report.by.length;
  if (isAnswered && report.state !== 'disputed') return null;
  return {
    title: `${said.name} says: ${resultWords(said.result, match)}`,
    body: isAnswered ? 'You said otherwise: a judge decides.' : 'Is that right? Open My schedule to answer.',
    url: '/schedule',
    told: report.since,
  };
};

/** What a phone is told of a match: a call, a round or a report. */
export const sayOfMatch: Hooks['say']['called'] = (context, subject) =>
  ('reported' in JSON.parse(subject.about) ? sayReport : sayCalled)(context, subject);
