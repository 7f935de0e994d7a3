import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Row } from '../../rules/rows.ts';
import { anchorOf, partOf, type Warning } from '../../rules/warnings.ts';

/** Characters of a value that does not fit a line beside its name on a phone, such as a long address. */
const LONG = 20;

type FigureTableProps = { title: string; rows: readonly Row[]; warnings: readonly Warning[] };

/** A row repeats the warnings that are about it. */
export const FigureTable = ({ title, rows, warnings }: FigureTableProps) => (
  <table className="w-full self-start text-left">
    <caption id={anchorOf(title)} className="scroll-mt-24 pb-1 text-left font-semibold">
      {title}
    </caption>
    <tbody className="divide-y divide-line border-t border-line">
      {rows.map(({ name, value, note, failed = false }) => {
        const own = warnings.filter(({ id }) => partOf(id) === name);
        return (
          <tr key={name} id={anchorOf(name)} className="scroll-mt-24 align-top">
            <th scope="row" className="py-2 pr-4 font-normal [overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-baseline gap-x-2.5">
                {name}
                <span className="text-sm text-pretty text-mute">{note}</span>
              </span>
              {own.map(({ id, text }) => (
                <span key={id} className="mt-1.5 flex gap-2 text-sm text-pretty">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-coral" />
                  {text}
                </span>
              ))}
            </th>
            <td
              className={`py-2 text-right font-semibold tabular-nums ${value.length > LONG ? 'w-1/2 [overflow-wrap:anywhere]' : 'w-px whitespace-nowrap'} ${failed || own.length > 0 ? 'text-coral' : ''}`}
            >
              {value}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
