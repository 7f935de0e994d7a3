/** Reads announcements from the fake Discord, for tests of the routes. */
import type { Channel } from '#features/announcements/client.ts';
import type { Announcement } from '#features/announcements/contract.ts';
import type { TestApp } from './app.ts';
import { CHANNEL, type TestDiscord, TOKEN } from './discord.ts';

const LIST = 'GET /api/discord/announcements';

export const channelOf = ({ url }: TestDiscord, said: Partial<Channel> = {}): Channel => ({
  id: CHANNEL,
  token: TOKEN,
  apiUrl: url,
  cdnUrl: new URL(url).origin,
  ...said,
});

/** Short only where nothing answers: a busy machine answers late. */
export const limitFor = (what: string) => (what === 'slow' ? { limitMs: 300 } : {});

/** Many concurrent reads of the announcements. */
export const look = async (app: TestApp) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.browser().send(LIST)));
  const [first] = answers;
  if (first === undefined) throw new Error('nobody looked');
  return first;
};
export const contents = async (app: TestApp) => (await look(app)).json<Announcement[]>().map(({ content }) => content);
