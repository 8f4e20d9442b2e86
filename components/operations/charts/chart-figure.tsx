"use client";

import dynamic from "next/dynamic";
import { chartColours } from "@/components/operations/charts/chart-colours";
import { usePreferences } from "@/components/ui/preferences";
import { Skeleton } from "@/components/ui/skeleton";

const StackedBars = dynamic(
  async () => (await import("@/components/operations/charts/stacked-bars")).StackedBars,
  // Rendered only in the browser: it needs to know its width.
  { ssr: false, loading: () => <Skeleton className="h-60" /> },
);

export interface ChartSeries {
  name: string;
}

export interface ChartFigureProps {
  /** A sentence summarising the chart, for people who can't see it. */
  summary: string;
  /** Header of the table's label column. */
  labelTitle: string;
  series: readonly ChartSeries[];
  rows: readonly { label: string; values: readonly number[] }[];
  /** How numbers are formatted. */
  unit: "count" | "bytes";
}

const formats = {
  count: (value: number, locale: string) => value.toLocaleString(locale),
  bytes: (value: number, locale: string) => {
    if (value <= 0) return "0";
    const unit = value < 1024 ** 3 ? { size: 1024 ** 2, name: "MB" } : { size: 1024 ** 3, name: "GB" };
    const amount = value / unit.size;
    const digits = amount >= 10 || Number.isInteger(amount) ? 0 : 1;
    const shown = amount.toLocaleString(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${shown} ${unit.name}`;
  },
} as const;

/** A bar chart with its summary, its legend and, on request, the numbers themselves. */
export function ChartFigure({ summary, labelTitle, series, rows, unit }: ChartFigureProps) {
  const { locale } = usePreferences();
  const formatValue = (value: number) => formats[unit](value, locale);
  return (
    <figure>
      <figcaption className="mb-4 text-ink-soft">{summary}</figcaption>
      {series.length > 1 && (
        <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-step--1 text-ink-soft">
          {series.map(({ name }, index) => (
            <li key={name} className="flex items-center gap-2">
              <span
                className="size-3 rounded-full"
                style={{ background: chartColours[index % chartColours.length] }}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div aria-hidden="true" className="h-60">
        <StackedBars rows={rows} series={series} formatValue={formatValue} />
      </div>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-step--1 font-semibold text-accent-strong">
          The numbers as a table
        </summary>
        <table className="w-full text-left tabular-nums">
          <thead className="text-step--1 text-ink-soft">
            <tr>
              <th scope="col" className="py-1.5 pr-4 font-semibold">
                {labelTitle}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1.5 pr-4 text-right font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {label}
                </th>
                {series.map(({ name }, index) => (
                  <td key={name} className="py-1.5 pr-4 text-right">
                    {formatValue(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
