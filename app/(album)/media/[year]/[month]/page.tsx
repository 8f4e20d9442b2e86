import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MonthScreen } from "@/components/album/media/month-screen";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { gridPageSize } from "@/lib/album/media/client/queries";
import { monthOfAddress } from "@/lib/album/media/month-address";
import { getMonthPageAt } from "@/lib/album/media/server/browse-service";
import { getMonthLinks } from "@/lib/album/media/server/month-links-service";
import { listMonthIcons } from "@/lib/album/month-icons/server/service";
import { shareLinkOf } from "@/lib/album/sharing/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { guessScreen } from "@/lib/http/screen-guess";
import { formatMonth } from "@/lib/shared/months";

interface MonthPageProps {
  params: Promise<{ year: string; month: string }>;
  searchParams: Promise<{ highlight?: string | string[] }>;
}

export async function generateMetadata({ params }: MonthPageProps): Promise<Metadata> {
  const wanted = monthOfAddress(await params);
  return { title: wanted ? formatMonth(wanted) : "Page Not Found" };
}

/** Also at /{year}/{month}, the target of search results (specification 2.2). */
export default async function MonthPage({ params, searchParams }: MonthPageProps) {
  const actor = await requirePageActor();
  const wanted = monthOfAddress(await params);
  if (!wanted) notFound();
  const { year, month } = wanted;
  const { highlight } = await searchParams;
  const highlightId = typeof highlight === "string" && highlight ? highlight : null;
  const [user, page, icons, links, screen] = await Promise.all([
    getPageUser(),
    getMonthPageAt(actor, wanted, { id: highlightId, limit: gridPageSize, stacks: "collapsed" }),
    listMonthIcons(actor, year, month),
    getMonthLinks(actor, wanted),
    guessScreen(),
  ]);
  return (
    <MonthScreen
      year={year}
      month={month}
      page={page}
      icons={icons}
      {...links}
      shareLink={user?.currentFamily ? shareLinkOf(user.currentFamily) : null}
      highlightId={highlightId}
      screenGuess={screen}
    />
  );
}
