"use client";

import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MonthIconChoice } from "@/components/album/month-icons/month-icon-choice";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { yearKey } from "@/lib/album/media/client/queries";
import type { YearPageDto } from "@/lib/album/media/schema";
import {
  deleteMonthIcon,
  monthIconKey,
  monthIconOptions,
  setMonthIcon,
} from "@/lib/album/month-icons/client/queries";
import type { MonthIconDto } from "@/lib/album/month-icons/schema";
import { ApiError } from "@/lib/http/api-error";
import type { MonthIconName } from "@/lib/shared/month-icons";
import { formatMonth, monthName } from "@/lib/shared/months";

export interface MonthIconsDialogProps {
  year: number;
  months: readonly number[];
  onClose: () => void;
}

/** The month-icon manager: one of the 26 icons for a month, or none. */
export function MonthIconsDialog({ year, months, onClose }: MonthIconsDialogProps) {
  const queryClient = useQueryClient();
  const [month, setMonth] = useState(months[0] ?? 1);
  const { data: icons, isPending, isFetching, refetch } = useQuery(monthIconOptions(year, month));
  const [picked, setPicked] = useState<MonthIconName | null>(null);
  const current = icons?.[0] ?? null;
  const chosen = picked ?? current?.iconName ?? null;
  const title = formatMonth({ year, month });

  function keep(icon: MonthIconDto | null) {
    queryClient.setQueryData(monthIconKey(year, month), icon ? [icon] : []);
    queryClient.setQueryData<InfiniteData<YearPageDto>>(yearKey(year), (data) =>
      data
        ? { ...data, pages: data.pages.map((page) => ({ ...page, months: page.months.map(withIcon) })) }
        : data,
    );
    function withIcon(summary: YearPageDto["months"][number]) {
      return summary.month === month ? { ...summary, iconName: icon?.iconName ?? null } : summary;
    }
  }

  const { run, isBusy, error, setError } = useAction(
    async (change: () => Promise<MonthIconDto | null>) => {
      const icon = await change();
      keep(icon);
      toast({ title: icon ? `Icon saved for ${title}` : `Icon removed from ${title}` });
      onClose();
    },
    { fallback: "The icon could not be saved. Please try again." },
  );

  function save() {
    if (chosen) void run(() => setMonthIcon({ year, month, iconName: chosen }));
    else setError("Please choose one of the icons.");
  }

  function remove({ id }: MonthIconDto) {
    void run(async () => {
      await deleteMonthIcon(id).catch((cause: unknown) => {
        // Already removed is just as good.
        if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
      });
      return null;
    });
  }

  return (
    <FormDialog
      title={months.length > 1 ? `Month icons for ${year}` : `Icon for ${title}`}
      description="Everyone in the family sees it next to that month."
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      extra={
        current && (
          <Button variant="ghost" className="md:mr-auto" onClick={() => remove(current)}>
            Remove icon
          </Button>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {months.length > 1 && (
        <FormField label="Month">
          {(control) => (
            <Select
              {...control}
              value={month}
              onChange={(event) => {
                setMonth(Number(event.target.value));
                setPicked(null);
                setError(null);
              }}
            >
              {months.map((number) => (
                <option key={number} value={number}>
                  {monthName(number)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {isPending && <Skeleton className="h-72" />}
      {!isPending && !icons && (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          Failed to fetch icons
          <Button variant="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {icons && <MonthIconChoice chosen={chosen} current={current?.iconName ?? null} onChoose={setPicked} />}
    </FormDialog>
  );
}
