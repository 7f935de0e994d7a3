/** A festival with hostile text in every field that people can fill. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { scanned } from '#testing/camera.ts';
import { aMessage, aPerson } from '#testing/discord.ts';
import { soon } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';

/** Texts for any field. Each sets `hit` if it is ever executed. */
export const HOSTILE = {
  markup: '<img src=x onerror="window.hit=1"><b>bold</b>',
  'the end of a script': '</script><script>window.hit=1</script>',
  'a comment and an entity': '<!-- &lt;script&gt; &#60; --> ]]> {{7*7}} $',
  quotes: `"' onmouseover="window.hit=1" x='\``,
  'right to left': 'مرحبا בינגו on the beach',
  emoji: '🏖️ 👨‍👩‍👧‍👦 🏳️‍🌈 e\u0301te\u0301',
  'one long word': 'Sandcastlechampionshipsemifinalqualificationroundpreliminary',
};

/** Names are at most 60 characters, in NFC. */
export const asName = (text: string): string => [...text].slice(0, 50).join('').trim().normalize();

const TEXTS = Object.values(HOSTILE);
export const NAMES = TEXTS.map(asName);
const ALL = TEXTS.join(' ');
/** Links are addresses, but anything may follow the host. */
const LINK = 'https://example.org/"><img src=x onerror=window.hit=1>?a=</script>&b=javascript:alert(1)';

/** festival.json with the same texts. */
export function hostileFacts(): string {
  const facts = JSON.parse(readFileSync('festival.json', 'utf8'));
  const { markup, quotes } = HOSTILE;
  return JSON.stringify({
    ...facts,
    ...{
      name: asName(markup),
      place: asName(quotes),
      address: [...ALL].slice(0, 190).join(''),
      blurb: ALL,
      dates: asName(markup),
    },
    links: { localSpots: encodeURI(LINK), chatCommunity: encodeURI(LINK) },
    faq: Object.fromEntries(Object.keys(facts.faq).map((question) => [question, ALL])),
    missions: facts.missions.map(({ missions, ...category }: { missions: object[] }) => ({
      ...category,
      missions: missions.map((mission, index) => ({ ...mission, task: `${TEXTS[index % TEXTS.length]} ${index}` })),
    })),
  });
}

export function hostileMessages(): unknown[] {
  return TEXTS.map((text) =>
    aMessage({
      content: `${text} **${text}** [${text}](javascript:alert(1)) [x](${LINK}) \`${text}\` <@1> <:${text}:2>`,
      author: aPerson({ global_name: text, username: text, avatar: null }),
      embeds: [{ title: text, description: text, url: 'javascript:window.hit=1', color: -1 }],
    }),
  );
}

type Ask = <T = { id: string }>(method: 'post' | 'put' | 'patch' | 'get', path: string, body?: unknown) => Promise<T>;

const sendAs =
  (request: APIRequestContext): Ask =>
  async (method, path, body) => {
    const answer = await request[method](path, body === undefined ? {} : { data: body });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };

/** `played` has a bracket; for `open` the visitor is registered, and `entrance` is the path of its check-in code. */
export type Hostile = { readonly played: string; readonly open: string; readonly entrance: string };

/**
 * One event for each text, of which the first is a tournament that all names play; their users, games, scores and files. What
 * a visitor may add belongs to `visitor`, whose pages are then looked at.
 */
export async function fillFestival(visitor: APIRequestContext, organiser: APIRequestContext): Promise<Hostile> {
  const [visits, organises] = [sendAs(visitor), sendAs(organiser)];
  await organises('post', '/api/admin/verify', { password: ADMIN_PASSWORD });
  const events: string[] = [];
  for (const text of TEXTS) {
    const { id } = await organises('post', '/api/events', {
      ...{ title: text, description: ALL, location: text, host: asName(text), googleDocUrl: LINK },
      ...{ eventType: 'video-game', startTime: soon(), duration: 60, capacity: 20 },
      tournamentType: 'double-elimination',
    });
    events.push(id);
    await visits('post', '/api/inventory', {
      ...{ name: asName(text), owner: asName(text), playerCount: text.slice(0, 20).trim(), description: ALL },
      ...{ gameType: 'card-game', playTime: 45, available: true },
    });
  }
  const [played = '', open = '', ...others] = events;
  for (const playerName of NAMES) await organises('post', `/api/events/${played}/rsvps`, { playerName });
  for (const [index, eventId] of [open, ...others].entries()) {
    await visits('post', '/api/rsvps', { eventId, playerName: NAMES[index], playerEmail: `a'b${index}@example.org` });
  }
  await visits('post', '/api/users', { name: NAMES[0] });
  await playOne(organises, played);
  await organises('post', '/api/users/bulk-scores', {
    updates: [...NAMES.map((name, index) => ({ name, score: NAMES.length - index })), { name: '<b>', score: 1.5 }],
    ...{ fileName: `${HOSTILE.markup}.csv`, fileType: 'csv' },
  });
  await organises('patch', `/api/events/${others[0]}/status`, { status: 'in-progress' });
  const { qrCode } = await organises<{ qrCode: string }>('get', `/api/events/${open}/qr-code`);
  const { pathname, search } = new URL(scanned(qrCode).text);
  return { played, open, entrance: pathname + search };
}

async function playOne(organises: Ask, event: string): Promise<void> {
  type Matches = { id: string; status: string }[];
  const matches = await organises<Matches>('post', `/api/events/${event}/generate-bracket`, { randomSeed: false });
  const ready = matches.find(({ status }) => status === 'ready');
  await organises('patch', `/api/matches/${ready?.id}/score`, { player1Score: 2, player2Score: 1 });
}
