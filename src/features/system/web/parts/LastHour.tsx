import { SLOW_MS } from '#platform/slow.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { MinuteBars } from '#platform/web/ui/minute-bars.tsx';
import type { SlowCall, SystemState } from '../../contract.ts';
import { timeWords } from '../../rules/words.ts';

const ENDS = ['an hour ago', 'now'] as const;

/** Responses by minute, how slow the slowest were, and which calls these are. */
export function LastHour({ state: { minutes, slowest } }: { state: SystemState }) {
  const answers = minutes.reduce((sum, minute) => sum + minute.answers, 0);
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  const most = Math.max(...minutes.map((minute) => minute.answers));
  const worst = Math.max(...minutes.map((minute) => minute.slowest));
  const words = `${answers.toLocaleString('en-US')} responses in the last hour, ${failed.toLocaleString('en-US')} failed.`;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 p-4 sm:p-5 xl:grid-cols-2">
      <div className="grid content-start gap-3">
        <MinuteBars
          title="Responses per minute"
          most={most.toLocaleString('en-US')}
          label={`Responses per minute, at most ${most}. ${words}`}
          bars={minutes.map((minute, key) => ({ key, value: minute.answers, marked: minute.failed }))}
          leastScale={10}
          colour="fill-sea"
          ends={ENDS}
        />
        <p className="text-pretty">{words}</p>
      </div>
      <div className="grid content-start gap-3">
        <MinuteBars
          title="Slowest response of each minute"
          most={timeWords(worst)}
          label={`Slowest response of each minute, at most ${timeWords(worst)}.`}
          bars={minutes.map((minute, key) => ({
            key,
            value: minute.slowest,
            marked: minute.slowest > SLOW_MS ? minute.slowest : 0,
          }))}
          leastScale={100}
          colour="fill-sky"
          ends={ENDS}
        />
        <p className="text-pretty">
          {worst > SLOW_MS ? 'Coral: slower than half a second.' : 'All were faster than half a second.'}
        </p>
      </div>
      <SlowestCalls calls={slowest} />
    </Card>
  );
}

const SlowestCalls = ({ calls }: { calls: readonly SlowCall[] }) => (
  <table className="w-full text-left text-sm xl:col-span-2">
    <caption className="pb-2 text-left text-base font-semibold">Slowest calls of the last hour</caption>
    <thead className="text-mute">
      <tr className="border-b border-line">
        <th scope="col" className="py-2 pr-3 font-normal">
          Call
        </th>
        <th scope="col" className="py-2 pr-3 text-right font-normal">
          Responses
        </th>
        <th scope="col" className="py-2 pr-3 text-right font-normal max-sm:hidden">
          Mean
        </th>
        <th scope="col" className="py-2 text-right font-normal">
          Slowest
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {calls.map(({ call, answers, mean, slowest }) => (
        <tr key={call}>
          <th scope="row" className="py-2 pr-3 font-normal [overflow-wrap:anywhere]">
            {call}
          </th>
          <td className="py-2 pr-3 text-right tabular-nums">{answers.toLocaleString('en-US')}</td>
          <td className="py-2 pr-3 text-right whitespace-nowrap tabular-nums max-sm:hidden">{timeWords(mean)}</td>
          <td
            className={`py-2 text-right whitespace-nowrap tabular-nums ${slowest > SLOW_MS ? 'font-semibold text-coral' : ''}`}
          >
            {timeWords(slowest)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
