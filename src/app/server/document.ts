import { domainToUnicode } from 'node:url';
import type { Winners } from '#features/brackets/contract.ts';
import type { Festival } from '#features/festival/contract.ts';
import { factsOf, shortName } from '#features/festival/rules/facts.ts';
import { shownTime } from '#features/operations/rehearsal/rules.ts';
import { MARKS } from '#platform/build.ts';
import { type Offsets, offsetsAround } from '#platform/time.ts';
import type { Built, Head } from './built.ts';
import { linkPicture, type Subject } from './link-pictures.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Cannot end its script element, whatever names it contains. */
const inert = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** Starts the rest of the document; a head cannot contain it, because `<` is escaped there. */
const REST = '<meta name="theme-color" content="#0b1026"';

export type HeadFacts = { readonly festival: Festival; readonly publicUrl: string | null; readonly subject: Subject };

export function documentOf(page: ReturnType<Built['renderPage']>, facts: HeadFacts, built: Built): string {
  const rehearsal = rehearsalParts(built, facts.festival.timeZone);
  return `${startOf(page, facts)}${REST} media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#fbf5e8" media="(prefers-color-scheme: light)">
${addressMark(facts)}${buildMark(built)}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">
<style>${built.style}</style>
<script>${built.tooOld}</script>
<script>${built.early}</script>
${rehearsal.head}${built.preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n')}
<script type="module" src="${built.script}"></script>
</head>
<body>
${rehearsal.band}<div id="root">${page.html}</div>
<script type="application/json" id="state">${inert(page.state)}</script>
</body>
</html>
`;
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${asText(content)}">\n`;

/** Only of the own host: letters of another may look like those of a third. */
function addressMark({ publicUrl }: HeadFacts): string {
  if (publicUrl === null) return '';
  const { host, hostname } = new URL(publicUrl);
  const letters = host.replace(hostname, domainToUnicode(hostname));
  return meta(MARKS.publicUrl, publicUrl) + (letters === host ? '' : meta(MARKS.publicHost, letters));
}

/** Without it the page starts no worker. */
const buildMark = ({ hasWorker, hash }: Built): string =>
  hasWorker ? `<meta name="${MARKS.build}" content="${hash}">\n` : '';

/** The band is outside the part that the browser hydrates. */
function rehearsalParts({ rehearsal }: Built, zone: string): { head: string; band: string } {
  if (rehearsal === null) return { head: '', band: '' };
  const { clock, style, script } = rehearsal;
  const shows = asText(shownTime(clock.now(), zone));
  return {
    head: `<meta name="rehearsal" content="${clock.aheadMs()}">
<style>${style}</style>
<script>${script}</script>
`,
    band: `<div class="rehearsal" role="note">Rehearsal: the clock shows <strong id="rehearsal-clock">${shows}</strong></div>
`,
  };
}

type Read = { readonly position: number; readonly lists: Record<string, unknown> };
type Facts = Omit<HeadFacts, 'subject'> & { now(): Date };

const offsetsOf = new Map<string, Offsets>();

/** Computed once for a year: it takes a millisecond. */
function offsetsFor({ firstDay, timeZone }: Festival, now: string): Offsets {
  const years = [firstDay, now].map((day) => Number(day.slice(0, 4)));
  const key = `${timeZone} ${years}`;
  const offsets = offsetsOf.get(key) ?? offsetsAround(years, timeZone);
  offsetsOf.set(key, offsets);
  return offsets;
}

export function drawPage(url: string, read: Read, built: Built, facts: Facts): string {
  const now = facts.now().toISOString();
  const state = { festival: factsOf(facts.festival), now, offsets: offsetsFor(facts.festival, now), ...read };
  const { winners: subject = null } = read.lists as { readonly winners?: Winners };
  return documentOf(built.renderPage(url, state), { ...facts, subject }, built);
}

export const withHead = (document: Buffer, head: Head, facts: HeadFacts): Buffer =>
  Buffer.concat([Buffer.from(startOf(head, facts)), document.subarray(document.indexOf(REST))]);

function startOf(head: Head, { festival, publicUrl, subject }: HeadFacts): string {
  const picture = linkPicture(publicUrl, festival, subject);
  const title = asText(head.title);
  const description = asText(head.description);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="apple-mobile-web-app-title" content="${asText(shortName(festival.name))}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${asText(festival.name)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${asText(picture.address)}">
<meta property="og:image:width" content="${picture.size.width}">
<meta property="og:image:height" content="${picture.size.height}">
<meta property="og:image:alt" content="${asText(picture.alt)}">
<meta name="twitter:card" content="summary_large_image">
`;
}
