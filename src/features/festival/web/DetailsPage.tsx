import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Dices from 'lucide-react/icons/dices';
import ExternalLink from 'lucide-react/icons/external-link';
import Heart from 'lucide-react/icons/heart';
import MapIcon from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useHydrated } from '#platform/web/hydrated.ts';
import { type Colour, TEXT_OF, TINT_OF } from '#platform/web/ui/badge.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { Festival } from '../contract.ts';
import { ROOMS } from '../rules/rooms.ts';
import { faqQuery, useFestival } from './queries.ts';

type MapLinkProps = { place: string; address: string };

/** Returns the address as a link for the device's own map; a web page on other devices and on the server. */
export const mapAddress = (place: string, address: string, device: string): string => {
  const where = encodeURIComponent(address.includes(place) ? address : `${place}, ${address}`);
  if (/android/i.test(device)) return `geo:0,0?q=${where}`;
  if (/iphone|ipad|macintosh/i.test(device)) return `https://maps.apple.com/?q=${where}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
};

function MapLink({ place, address }: MapLinkProps) {
  const device = useHydrated() ? navigator.userAgent : '';
  return (
    <address className="mb-2 not-italic">
      <a
        href={mapAddress(place, address, device)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass('quiet')} w-full text-left`}
      >
        <MapIcon aria-hidden="true" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{address}</span>
        <span className="sr-only">(opens a map)</span>
      </a>
    </address>
  );
}

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

function FaqCard({ question, icon, colour, fact, answer, wide = false, children }: FaqCardProps) {
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

const CARDS = { list: 'grid gap-4 lg:grid-cols-2', className: 'h-56 rounded-2xl' };

/** Introduces the festival to new visitors. */
export function DetailsPage() {
  const { data: faq, isError, refetch } = useQuery(faqQuery);
  return (
    <PageFrame>
      <PageTitle>DETAILS</PageTitle>
      {faq !== undefined && <Answers faq={faq} />}
      {faq === undefined && <Pending what="details" failed={isError} retry={refetch} count={5} {...CARDS} />}
    </PageFrame>
  );
}

function Answers({ faq }: { faq: Festival['faq'] }) {
  const { dates, place, address, links, rooms = [] } = useFestival();
  return (
    <>
      <p className="max-w-3xl text-xl text-pretty [overflow-wrap:anywhere]">{faq.introduction}</p>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-6">
        <FaqCard question="What?" icon={<Dices />} colour="sea" answer={faq.what} wide>
          <Onward href="/">See the events</Onward>
        </FaqCard>
        <FaqCard question="When?" icon={<CalendarDays />} colour="sun" fact={dates} answer={faq.when} wide />
        <FaqCard question="Where?" icon={<MapPin />} colour="sky" fact={place} answer={faq.where}>
          <MapLink place={place} address={address} />
          {rooms.length > 0 && <Onward href={ROOMS}>See the rooms</Onward>}
        </FaqCard>
        <FaqCard question="Who?" icon={<Users />} colour="violet" answer={faq.who}>
          <a href={links.chatCommunity} target="_blank" rel="noopener noreferrer" className={ONWARD}>
            Say hello in the chat
            <ExternalLink aria-hidden="true" className="size-4.5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </FaqCard>
        <FaqCard question="Why?" icon={<Heart />} colour="coral" answer={faq.why}>
          <Onward href="/top-gun">See the Top Gun missions</Onward>
        </FaqCard>
      </div>
    </>
  );
}

const ONWARD = 'inline-flex min-h-11 items-center gap-2 font-semibold text-sea underline-offset-4 hover:underline';

const Onward = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={ONWARD}>
    {children}
    <span aria-hidden="true">→</span>
  </Link>
);
