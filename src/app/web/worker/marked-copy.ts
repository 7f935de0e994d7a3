import { COPIED_AT_HEADER, MARKS } from '#platform/build.ts';

const HEAD = `<meta name="${MARKS.build}"`;
const mark = (name: string, content: string): string => `<meta name="${name}" content="${content}">\n`;

/** Returns the copy of a page with a mark of its age and of the address it was drawn for, which may not be the one asked for. */
export async function markedCopy(copy: Response | undefined, address: string): Promise<Response | undefined> {
  if (copy === undefined) return undefined;
  const at = copy.headers.get(COPIED_AT_HEADER) ?? '';
  const html = await copy.text();
  const marks = mark(MARKS.copiedAt, at) + mark(MARKS.drawnFor, address);
  return new Response(html.replace(HEAD, marks + HEAD), { headers: copy.headers });
}
