/**
 * `npm run pictures`: draws the icons, and takes the screenshots that an offer to install shows and the pictures of the documents,
 * from the sample festival. Run it when the icon or the look changes, and look at what it wrote to public/ and docs/pictures/.
 */
import { chromium } from '@playwright/test';
import { organiserOf } from '../e2e/organiser.ts';
import { type Settings, startProgram } from '../e2e/program.ts';
import { findChromium } from './chromium.mjs';
import { drawIcons } from './icons.ts';
import { type Studio, writePicture } from './pictures/camera.ts';
import { takeFirstSteps, takeGuide } from './pictures/guide.ts';
import { takeInstallScreenshots } from './pictures/install.ts';
import { eventOf, writeInLatin } from './pictures/organiser.ts';
import { takeTogether } from './pictures/together.ts';

for (const [name, bytes] of await drawIcons()) writePicture(`public/${name}`, bytes);
const NODE_OPTIONS = `--import ${new URL('pictures/second-afternoon.ts', import.meta.url).href}`;
const browser = await chromium.launch({
  executablePath: findChromium() ?? chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Takes pictures of a program that was started for them. */
async function of(settings: Settings, take: (studio: Studio) => Promise<void>): Promise<void> {
  const program = await startProgram({ NODE_OPTIONS, ...settings });
  try {
    await take({ browser, baseURL: program.origin });
  } finally {
    await program.stop();
  }
}

try {
  await of({ SAMPLE_DATA: 'off' }, takeFirstSteps);
  await of({}, async (studio) => {
    await takeInstallScreenshots(studio);
    const organiser = organiserOf(studio.baseURL);
    const tournament = await eventOf(organiser, 'Turbo Kart Grand Prix');
    await writeInLatin(organiser, tournament.id);
    await takeTogether(studio, tournament.id);
    await takeGuide(studio, organiser, tournament);
  });
} finally {
  await browser.close();
}
