"use client";

import { useQuery } from "@tanstack/react-query";
import { MonthIcon } from "@/components/album/month-icons/month-icon";
import { monthIconOptions } from "@/lib/album/month-icons/client/queries";
import { monthIconLabels } from "@/lib/shared/month-icons";
import { formatMonth } from "@/lib/shared/months";

/** A month's name with its icon. */
export function MonthTitle({ year, month }: { year: number; month: number }) {
  const iconName = useQuery(monthIconOptions(year, month)).data?.[0]?.iconName;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {formatMonth({ year, month })}
      {iconName && (
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-strong">
          <MonthIcon name={iconName} className="size-6" />
          <span className="sr-only">, {monthIconLabels[iconName]}</span>
        </span>
      )}
    </span>
  );
}
