/**
 * `npm run check-discord`: asks Discord once, as the program does, and prints what an organiser has to fix. Exits with
 * 0 only when announcements would show.
 */
import { readSettings } from '../src/app/server/settings.ts';
import { askMessages } from '../src/features/announcements/client.ts';
import { announcementsIn } from '../src/features/announcements/rules/message.ts';
import { problemOf, type Reply } from '../src/features/announcements/rules/polling.ts';

type Verdict = { readonly ok: boolean; readonly words: string };

const bad = (words: string): Verdict => ({ ok: false, words });

async function check(): Promise<Verdict> {
  const settings = readSettings();
  if ('complaints' in settings) return bad(settings.complaints.join('\n'));
  if (settings.channel === null)
    return bad('Set DISCORD_BOT_TOKEN and DISCORD_CHANNEL_ID. docs/operating.md says how.');
  return verdictOn(await askMessages(settings.channel));
}

function verdictOn(reply: Reply): Verdict {
  const problem = problemOf(reply);
  if (problem !== null || reply.kind !== 'messages') return bad(problem ?? '');
  const announcements = announcementsIn(reply.messages, 'UTC');
  if (announcements === null) return bad('Discord sent messages in an unknown format.');
  const [newest] = announcements;
  if (newest === undefined) {
    const hint = 'If Discord shows messages in it, allow the bot "Read Message History" in this channel.';
    return { ok: true, words: `The channel can be opened, and nothing is in it yet. ${hint}` };
  }
  const { length } = announcements;
  const words = `Announcements work: ${length === 1 ? 'one message' : `${length} messages`}, the newest by ${newest.author} on ${newest.timestamp}.`;
  return { ok: true, words };
}

const { ok, words } = await check();
if (ok) console.log(words);
else {
  console.error(words);
  process.exitCode = 1;
}
