import { useQuery } from '@tanstack/react-query';
import { useFestival } from '#features/festival/web/queries.ts';
import { appCodeQuery } from './queries.ts';

/** The way to the app, for a phone's camera. */
export function AppPage() {
  const { name, dates } = useFestival();
  const { data } = useQuery(appCodeQuery);
  return (
    <section className="wall-app">
      <div>
        <h1 className="pixel-title" data-long={name.length > 24 || undefined}>
          {name}
        </h1>
        <p>{dates}</p>
        <ul>
          <li>Scan the code with your phone’s camera.</li>
          <li>Find your games, take your places.</li>
          <li>See what comes next, and who leads.</li>
        </ul>
        <p className="wall-address">{data?.address.replace(/^https?:\/\//, '')}</p>
      </div>
      {data && <img src={data.qrCode} alt={`Code that leads to ${data.address}`} />}
    </section>
  );
}
