/** Addresses with invented queries, each of which could be rendered as its own page. */
import { check, type Scenario } from '../scenario.ts';
import { flood } from '../wire.ts';

const AT_ONCE = 64;

export const queries: Scenario = {
  name: 'queries',
  goal: 'unknown queries share the cache entry of the page without a query',
  seconds: 6,
  home: { p99: 60 },
  needsPages: true,
  guards: [
    {
      file: 'src/app/server/pages.ts',
      guard: 'const plain = plainPage(page, built, facts);',
      without: 'const plain = { ...plainPage(page, built, facts), key: request.url };',
    },
  ],
  async attack({ client }, { seconds, load }) {
    const hostile = client();
    const run = Math.random().toString(36).slice(2);
    const sent = await flood({
      ...{ what: 'GET /?event=… and /?q=…', client: hostile, atOnce: Math.ceil(load * AT_ONCE), seconds },
      shot: (number) => ({ call: `GET /?${number % 2 === 0 ? 'event' : 'q'}=${run}${number}` }),
    });
    return { sent: [sent], checks: [await sharePage('event'), await sharePage('q')] };

    /** Cached bytes have one ETag. */
    async function sharePage(key: string) {
      const tags = await Promise.all(
        ['a', 'b'].map(async (end) => (await hostile.send({ call: `GET /?${key}=${run}${end}` })).headers.etag),
      );
      const shared = tags[0] !== undefined && tags[0] === tags[1];
      return check(`two unknown ?${key}= are the same page`, shared ? 'yes' : 'no', shared);
    }
  },
};
