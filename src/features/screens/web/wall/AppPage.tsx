import { useQuery } from '@tanstack/react-query';
import { useFestival } from '#features/festival/web/queries.ts';
import { appCodeQuery } from './queries.ts';

/** The way to the app, for a phone's camera. */
export function AppPage() {
  const { name, dates } = useFestival();
  const { data } = useQuery(appCodeQuery);
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
        <p className="font-semibold text-sea">{data?.address.replace(/^https?:\/\//, '')}</p>
      </div>
      {data && <img src={data.qrCode} alt={`Code that leads to ${data.address}`} />}
    </section>
  );
}
