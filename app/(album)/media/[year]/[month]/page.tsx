import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MonthScreen } from "@/components/media/month-screen";
import { getPageUser, requirePageActor } from "@/lib/auth/page-actor";
import { getMonthPageAt } from "@/lib/features/media/browse-service";
import { monthOfAddress } from "@/lib/features/media/month-address";
import { getMonthLinks } from "@/lib/features/media/month-links-service";
import { gridPageSize } from "@/lib/features/media/queries";
import { listMonthIcons } from "@/lib/features/month-icons/service";
import { shareLinkOf } from "@/lib/features/sharing/service";
import { guessScreen } from "@/lib/http/screen-guess";
import { monthName } from "@/lib/shared/months";

interface MonthPageProps {
  params: Promise<{ year: string; month: string }>;
  searchParams: Promise<{ highlight?: string | string[] }>;
}

export async function generateMetadata({ params }: MonthPageProps): Promise<Metadata> {
  const wanted = monthOfAddress(await params);
  return { title: wanted ? `${monthName(wanted.month)} ${wanted.year}` : "Page Not Found" };
}

/** Also behind /{year}/{month}, where a search result leads (specification 2.2). */
export default async function MonthPage({ params, searchParams }: MonthPageProps) {
  const actor = await requirePageActor();
  const wanted = monthOfAddress(await params);
  if (!wanted) notFound();
  const { year, month } = wanted;
  const { highlight } = await searchParams;
  const highlightId = typeof highlight === "string" && highlight ? highlight : null;
  const [user, page, icons, links, screen] = await Promise.all([
    getPageUser(),
    getMonthPageAt(actor, wanted, { id: highlightId, limit: gridPageSize }),
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
