/** What the browser shows instead of its own error page: this device has no copy of the address, and there is no network. */

/** Each try begins the page again, for a screen reader and the keyboard too. */
const SECONDS_BETWEEN_TRIES = 15;

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${SECONDS_BETWEEN_TRIES}">
<title>No connection</title>
<style>
  :root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
  body { min-height: 100vh; margin: 0; display: grid; place-items: center; text-align: center; overflow-wrap: anywhere;
    color: light-dark(#1b2145, #f4efe3); background: light-dark(#fbf5e8, #0b1026) }
  main { max-width: 26rem; padding: 1.5rem }
  i { display: block; width: 8rem; height: 4rem; margin: auto; border-radius: 8rem 8rem 0 0;
    background: repeating-linear-gradient(#0000 0 9px, light-dark(#fbf5e8, #0b1026) 9px 13px), linear-gradient(#ffb057, #e35d5b) }
  h1 { font-size: 2rem; line-height: 1.1 }
  a { display: inline-block; padding: .6rem 1rem; color: light-dark(#00695f, #3dd6c4) }
</style>
<main>
  <i></i>
  <h1>No connection</h1>
  <p>This device has no copy of this page. It loads by itself when the connection and the server are back.</p>
  <a href="/">Events</a> <a href="/schedule">My schedule</a>
</main>
`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'no-store',
};

export const noCopyPage = (): Response => new Response(HTML, { status: 503, headers: HEADERS });
