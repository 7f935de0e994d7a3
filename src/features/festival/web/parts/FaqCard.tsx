import { type ReactNode, useId } from 'react';
import { Card } from '#platform/web/ui/card.tsx';
import { type Colour, TEXT_OF, TINT_OF } from '#platform/web/ui/colours.ts';

type FaqCardProps = {
  question: string;
  icon: ReactNode;
  colour: Colour;
  /** The answer in a few words, in arcade lettering above the text. */
  fact?: string;
  answer: string;
  /** Half a row on wide screens; other cards take a third. */
  wide?: boolean;
  /** Link or button below the text. */
  children?: ReactNode;
};

export function FaqCard({ question, icon, colour, fact, answer, wide = false, children }: FaqCardProps) {
  const id = useId();
  return (
    <Card
      as="section"
      accent={colour}
      aria-labelledby={id}
      className={`flex flex-col gap-3 p-5 sm:p-6 ${wide ? 'xl:col-span-3' : 'lg:last:col-span-2 xl:col-span-2'}`}
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`grid size-11 shrink-0 place-items-center rounded-xl ${TINT_OF[colour]} ${TEXT_OF[colour]}`}
        >
          {icon}
        </span>
        <h2 id={id} className="font-display text-[2rem] leading-none uppercase">
          {question}
        </h2>
      </div>
      {fact && (
        <p className={`font-arcade text-2xl leading-none ${TEXT_OF[colour]} [overflow-wrap:anywhere]`}>{fact}</p>
      )}
      <p className="max-w-prose text-pretty [overflow-wrap:anywhere]">{answer}</p>
      {children && <div className="mt-auto -mb-2">{children}</div>}
    </Card>
  );
}
