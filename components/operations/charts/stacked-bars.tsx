"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { chartColours } from "@/components/operations/charts/chart-colours";
import type { ChartSeries } from "@/components/operations/charts/chart-figure";

export interface StackedBarsProps {
  rows: readonly { label: string; values: readonly number[] }[];
  series: readonly ChartSeries[];
  formatValue: (value: number) => string;
}

const tick = { fill: "var(--ink-soft)", fontSize: 13 } as const;

/** Stacked bars, one for each label. Purely visual: the figure's table has the same data. */
export function StackedBars({ rows, series, formatValue }: StackedBarsProps) {
  const data = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(series.map(({ name }, index) => [name, values[index] ?? 0])),
  }));
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart data={data} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={12}
        />
        <YAxis
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={62}
          allowDecimals={false}
          tickFormatter={formatValue}
        />
        <Tooltip
          cursor={{ fill: "var(--sunk)" }}
          formatter={(value, name) => [formatValue(Number(value)), name]}
          contentStyle={{
            background: "var(--card)",
            border: "1px solid var(--line)",
            borderRadius: 12,
            color: "var(--ink)",
          }}
          labelStyle={{ color: "var(--ink)", fontWeight: 600 }}
          itemStyle={{ color: "var(--ink)" }}
        />
        {series.map(({ name }, index) => (
          <Bar
            key={name}
            dataKey={name}
            stackId="all"
            fill={chartColours[index % chartColours.length]}
            radius={index === series.length - 1 ? [6, 6, 0, 0] : 0}
            maxBarSize={46}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
