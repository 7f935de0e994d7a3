/**
 * `npm run pictures`: draws the icons, and takes the screenshots that an offer to install shows and the pictures of the documents,
 * from the sample festival. Run it when the icon or the look changes, and look at what it wrote to public/ and docs/pictures/.
 */
import { chromium } from '@playwright/test';
import { organiserOf } from '../e2e/organiser.ts';
import { startProgram } from '../e2e/program.ts';
import { findChromium } from './chromium.mjs';
import { drawIcons } from './icons.ts';
import { writePicture } from './pictures/camera.ts';
import { takeGuide } from './pictures/guide.ts';
import { takeInstallScreenshots } from './pictures/install.ts';
import { eventOf, writeInLatin } from './pictures/organiser.ts';
import { takeTogether } from './pictures/together.ts';

for (const [name, bytes] of await drawIcons()) writePicture(`public/${name}`, bytes);
const program = await startProgram({
  NODE_OPTIONS: `--import ${new URL('pictures/second-afternoon.ts', import.meta.url).href}`,
});
const browser = await chromium.launch({
  executablePath: findChromium() ?? chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const studio = { browser, baseURL: program.origin };
  const organiser = organiserOf(program.origin);
  await takeInstallScreenshots(studio);
  const tournament = await eventOf(organiser, 'Turbo Kart Grand Prix');
  await writeInLatin(organiser, tournament.id);
  await takeTogether(studio, tournament.id);
  await takeGuide(studio, organiser, tournament);
} finally {
  await browser.close();
  await program.stop();
}
