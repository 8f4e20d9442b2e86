import {
  CircleAlert,
  CreditCard,
  Gift,
  HardDrive,
  ListChecks,
  type LucideIcon,
  UserRound,
  UsersRound,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChartFigure } from "@/components/operations/charts/chart-figure";
import { Card, CardHeader } from "@/components/ui/card";
import type { OverviewDto } from "@/lib/operations/super-admin/schema";
import { counted } from "@/lib/shared/counted";
import { amountText, chargedMoney, type ShownMoney } from "@/lib/shared/currency";
import { storageSize } from "@/lib/shared/storage-size";

const weekDay = (week: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${week}T00:00:00Z`),
  );
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function describeRevenue({ revenue }: OverviewDto, money: ShownMoney): { value: string; lead: string } {
  const nothing = chargedMoney(0, { ...money, currency: "GBP" });
  const inUse = `The plans in use are worth ${chargedMoney(revenue.planValueMonthly, money)} a month.`;
  if (!revenue.isConfigured) {
    return { value: nothing, lead: `No payment provider is set up, so there are no payments. ${inUse}` };
  }
  const paid = revenue.monthly
    .map(({ amount, currency }) =>
      currency === "GBP" ? chargedMoney(amount, money) : amountText(amount, currency, money.locale),
    )
    .join(" + ");
  return {
    value: paid || nothing,
    lead: `${counted(revenue.paying, "family pays", "families pay")} by card. ${inUse}`,
  };
}

/** The installation at a glance. Only numbers: nothing reveals whose they are. */
export function OverviewFigures({ overview, money }: { overview: OverviewDto; money: ShownMoney }) {
  const { familiesByTier: tiers, queue, weeks } = overview;
  const revenue = describeRevenue(overview, money);
  const number = (value: number) => value.toLocaleString(money.locale);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
      <ul className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 md:grid-cols-3 md:gap-4">
        <Figure Icon={UsersRound} label="Families" value={number(overview.families)}>
          {number(tiers.free)} free, {number(tiers.family)} family, {number(tiers.premium)} premium
          {overview.suspendedFamilies > 0 && `; ${number(overview.suspendedFamilies)} suspended`}
        </Figure>
        <Figure Icon={UserRound} label="People" value={number(overview.users)}>
          {number(overview.activeUsers)} seen in the last 30 days
        </Figure>
        <Figure Icon={CreditCard} label="Monthly revenue" value={revenue.value}>
          {revenue.lead}
        </Figure>
        <Figure Icon={HardDrive} label="Storage" value={storageSize(overview.storageBytes)}>
          {counted(overview.media, "photo or video", "photos and videos")}, plus the trash
        </Figure>
        <Figure
          Icon={ListChecks}
          label="Background jobs"
          value={`${number(queue.waiting)} waiting`}
          href="/super-admin/system-health"
        >
          {number(queue.running)} running,{" "}
          {queue.failed > 0 ? `${number(queue.failed)} failed` : "none failed"}
        </Figure>
        <Figure
          Icon={Gift}
          label="Gift orders to make"
          value={number(overview.gifts.toMake)}
          href="/super-admin?tab=gifts"
        >
          {number(overview.gifts.underWay)} on their way; {chargedMoney(overview.gifts.paidPence, money)} paid
          by card in the last 30 days
        </Figure>
        <Figure
          Icon={CircleAlert}
          label="Open reports"
          value={number(overview.openReports)}
          href="/super-admin/reports"
        >
          {overview.openReports > 0 ? "Someone is waiting for an answer" : "Nothing needs your attention"}
        </Figure>
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-6">
        <Card aria-labelledby="sign-ups">
          <CardHeader id="sign-ups" title="New families and people" />
          <ChartFigure
            summary={`${counted(sum(weeks.map(({ families }) => families)), "new family", "new families")} and ${counted(
              sum(weeks.map(({ users }) => users)),
              "new person",
              "new people",
            )} in the last ${weeks.length} weeks.`}
            labelTitle="Week from"
            series={[{ name: "Families" }, { name: "People" }]}
            rows={weeks.map(({ week, families, users }) => ({
              label: weekDay(week, money.locale),
              values: [families, users],
            }))}
            unit="count"
          />
        </Card>
        <UploadsPerWeek weeks={weeks} locale={money.locale} />
      </div>
    </div>
  );
}

/** Album usage per week. */
export function UploadsPerWeek({ weeks, locale }: { weeks: OverviewDto["weeks"]; locale: string }) {
  return (
    <Card aria-labelledby="uploads">
      <CardHeader id="uploads" title="Uploads" />
      <ChartFigure
        summary={`${counted(sum(weeks.map(({ uploads }) => uploads)), "photo or video", "photos and videos")} in the last ${weeks.length} weeks.`}
        labelTitle="Week from"
        series={[{ name: "Uploads" }]}
        rows={weeks.map(({ week, uploads }) => ({
          label: weekDay(week, locale),
          values: [uploads],
        }))}
        unit="count"
      />
    </Card>
  );
}

interface FigureProps {
  Icon: LucideIcon;
  label: string;
  value: string;
  href?: string;
  children: ReactNode;
}

function Figure({ Icon, label, value, href, children }: FigureProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-step--1 font-semibold text-ink-soft">
        <Icon aria-hidden="true" className="size-4.5 flex-none text-accent-strong" />
        {label}
      </span>
      <span className="font-display text-step-2 font-semibold tabular-nums">{value}</span>
      <span className="text-step--1 text-ink-soft">{children}</span>
    </>
  );
  const look = "card flex h-full flex-col gap-1";
  return (
    <li className="min-w-0">
      {href ? (
        <Link href={href} className={`${look} no-underline transition-colors hover:border-line-strong`}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}
