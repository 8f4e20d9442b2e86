import { CircleAlert, Clock, HardDrive, ImageIcon, type LucideIcon, Printer, UsersRound } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChartFigure } from "@/components/operations/charts/chart-figure";
import { ReportedItems } from "@/components/operations/reports/reported-items";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { DashboardDto } from "@/lib/operations/dashboard/schema";
import { counted } from "@/lib/shared/counted";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import { storageSize } from "@/lib/shared/storage-size";

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The family at a glance: figures, tasks waiting for an admin, and two charts. */
export function DashboardView({
  figures,
  locale = defaultFormatLocale,
}: {
  figures: DashboardDto;
  /** How dates and numbers are formatted. */
  locale?: string;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
      <Figures figures={figures} locale={locale} />
      <Card id="reports" aria-labelledby="reports-title" className="scroll-mt-24">
        <CardHeader id="reports-title" title="Reported photos" />
        <ReportedItems />
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-6">
        <UploadsCard weeks={figures.uploadsByWeek} locale={locale} />
        <StorageCard years={figures.storageByYear} />
      </div>
    </div>
  );
}

function Figures({ figures, locale }: { figures: DashboardDto; locale: string }) {
  const { members, media, storage, printOrders, pendingInvites, openReports } = figures;
  const used = storageSize(storage.bytes);
  const orders = printOrders.placed + printOrders.inProduction + printOrders.dispatched;
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
      <Figure
        Icon={UsersRound}
        href="/manage-users"
        label="Members"
        value={`${members.accounts} of ${members.limit}`}
      >
        {members.children > 0
          ? `${counted(members.children, "child", "children")} among them, on the ${members.planName}`
          : `Accounts on the ${members.planName}`}
      </Figure>
      <Figure
        Icon={ImageIcon}
        href="/recent-uploads"
        label="Photos and videos"
        value={(media.photos + media.videos).toLocaleString(locale)}
      >
        {counted(media.photos, "photo")}, {counted(media.videos, "video")}
        {media.inTrash > 0 && `, ${media.inTrash.toLocaleString(locale)} in the trash`}
      </Figure>
      <Figure Icon={HardDrive} href="/quota" label="Storage" value={used}>
        {storage.limitBytes === null ? "Your plan has no limit" : `of ${storageSize(storage.limitBytes)}`}
      </Figure>
      <Figure Icon={Printer} href="/admin-print-orders" label="Print orders under way" value={String(orders)}>
        {printOrders.unviewed > 0
          ? `${printOrders.unviewed} not viewed yet`
          : printOrders.delivered > 0
            ? `${counted(printOrders.delivered, "order")} delivered so far`
            : "None on their way"}
      </Figure>
      <Figure
        Icon={Clock}
        href="/invite-family-members"
        label="Pending invites"
        value={String(pendingInvites)}
      >
        {pendingInvites > 0 ? "Sent, but not accepted yet" : "No open invitations"}
      </Figure>
      <Figure Icon={CircleAlert} href="#reports" label="Open reports" value={String(openReports)}>
        {openReports > 0 ? "Hidden until you decide" : "Nothing needs your attention"}
      </Figure>
    </ul>
  );
}

interface FigureProps {
  Icon: LucideIcon;
  href: string;
  label: string;
  value: string;
  children: ReactNode;
}

function Figure({ Icon, href, label, value, children }: FigureProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="card flex h-full flex-col gap-1 no-underline transition-colors hover:border-line-strong"
      >
        <span className="flex items-center gap-2 text-step--1 font-semibold text-ink-soft">
          <Icon aria-hidden="true" className="size-4.5 flex-none text-accent-strong" />
          {label}
        </span>
        <span className="font-display text-step-2 font-semibold tabular-nums">{value}</span>
        <span className="text-step--1 text-ink-soft">{children}</span>
      </Link>
    </li>
  );
}

function UploadsCard({ weeks, locale }: { weeks: DashboardDto["uploadsByWeek"]; locale: string }) {
  const week = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const all = sum(weeks.map(({ photos, videos }) => photos + videos));
  return (
    <Card aria-labelledby="uploads-title">
      <CardHeader id="uploads-title" title="Uploads per week" />
      {all === 0 ? (
        <EmptyState level={3} drawing="cloud" title="No uploads in the last 13 weeks" className="py-4">
          When someone adds photos, you'll see it here.
        </EmptyState>
      ) : (
        <ChartFigure
          summary={`${counted(all, "photo or video", "photos and videos")} in the last ${weeks.length} weeks, ${counted(
            (weeks.at(-1)?.photos ?? 0) + (weeks.at(-1)?.videos ?? 0),
            "of them",
            "of them",
          )} this week.`}
          labelTitle="Week from"
          series={[{ name: "Photos" }, { name: "Videos" }]}
          rows={weeks.map(({ weekStart, photos, videos }) => ({
            label: week.format(new Date(`${weekStart}T00:00:00Z`)),
            values: [photos, videos],
          }))}
          unit="count"
        />
      )}
    </Card>
  );
}

function StorageCard({ years }: { years: DashboardDto["storageByYear"] }) {
  const largest = years.reduce<(typeof years)[number] | null>(
    (most, year) => (most === null || year.bytes > most.bytes ? year : most),
    null,
  );
  return (
    <Card aria-labelledby="storage-title">
      <CardHeader id="storage-title" title="Storage by year" />
      {largest ? (
        <ChartFigure
          summary={`${counted(years.length, "year")} in the album. ${largest.year} takes up the most: ${storageSize(largest.bytes)} for ${counted(largest.items, "item")}.`}
          labelTitle="Year"
          series={[{ name: "Storage" }]}
          rows={years.map(({ year, bytes }) => ({ label: String(year), values: [bytes] }))}
          unit="bytes"
        />
      ) : (
        <EmptyState level={3} drawing="album" title="Nothing is stored yet" className="py-4">
          The years of your album will appear here.
        </EmptyState>
      )}
    </Card>
  );
}
