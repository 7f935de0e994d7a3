import { useFestival } from '#features/festival/web/queries.ts';
import { shownAddress } from '#platform/web/page-build.ts';
import { QrCode, useOwnAddress } from '#platform/web/ui/qr-code.tsx';

/** The way to the app, for a phone's camera. */
export function AppPage() {
  const { name, dates } = useFestival();
  const address = useOwnAddress('/');
  return (
    <section className="wall-app wall-lead grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-6">
      <div className="grid gap-3">
        <h1 className="pixel-title wall-huge text-sun">{name}</h1>
        <p className="text-mute">{dates}</p>
        <ul className="grid gap-1.5">
          <li>Scan the code with your phone’s camera.</li>
          <li>Find your games, take your places.</li>
          <li>See what comes next, and who leads.</li>
        </ul>
        <p className="font-semibold text-sea">{shownAddress(address)}</p>
      </div>
      <QrCode address="/" label={`Code that leads to ${address}`} />
    </section>
  );
}
