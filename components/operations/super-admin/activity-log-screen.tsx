"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCallback, useState } from "react";
import {
  activityGroups,
  describeAction,
  describeDetail,
} from "@/components/operations/super-admin/activity-text";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { SearchBox } from "@/components/operations/super-admin/search-box";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FormField } from "@/components/ui/form-field";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { activityExportPath, activityOptions } from "@/lib/core/activity/client/queries";
import type { ActivityEntryDto, ActivityFilters } from "@/lib/core/activity/schema";
import { describeDevice } from "@/lib/shared/device-text";

/** Who did what, when, and from where: filterable, paged, and downloadable. */
export function ActivityLogScreen() {
  const [filters, setFilters] = useState<ActivityFilters>({});
  const log = useInfiniteQuery(activityOptions(filters));
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const filter = (change: ActivityFilters) => setFilters((before) => ({ ...before, ...change }));
  const search = useCallback((person: string) => {
    setFilters((before) => ((before.person ?? "") === person ? before : { ...before, person }));
  }, []);
  return (
    <div>
      <div className="mb-5 grid gap-4 md:grid-cols-2 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_11rem_11rem_auto] lg:items-end">
        <SearchBox label="Person" placeholder="Username" onSearch={search} />
        <FormField label="Action">
          {(control) => (
            <Select
              {...control}
              value={filters.action ?? ""}
              onChange={(event) => filter({ action: event.target.value })}
            >
              {activityGroups.map(({ action, label }) => (
                <option key={action} value={action}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <TextField
          type="date"
          label="From"
          value={filters.from ?? ""}
          onValueChange={(from) => filter({ from })}
        />
        <TextField type="date" label="To" value={filters.to ?? ""} onValueChange={(to) => filter({ to })} />
        <a
          href={activityExportPath(filters)}
          download
          className={buttonClasses({ variant: "secondary" }, "whitespace-nowrap")}
        >
          <Download aria-hidden="true" />
          Export CSV
        </a>
      </div>
      {log.isPending && <Skeleton className="h-96" />}
      {log.isError && entries.length === 0 && (
        <LoadFailed isBusy={log.isFetching} onRetry={() => void log.refetch()} />
      )}
      {log.isSuccess && entries.length === 0 && (
        <EmptyState drawing="search" title="Nothing found">
          There are no matching entries for that period.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ul aria-label="Activity" className="card divide-y divide-line p-0">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div className="mt-5 flex justify-center">
          <Button
            variant="secondary"
            isBusy={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show older entries
          </Button>
        </div>
      )}
    </div>
  );
}

type Named = ActivityEntryDto["actor"];
const nameOf = (one: Named) => one?.name ?? (one ? "someone who left" : "the server");

function EntryRow({ entry }: { entry: ActivityEntryDto }) {
  const { action, actor, subject, family, detail, ipAddress, userAgent, at } = entry;
  const isAboutOther = subject && subject.id !== actor?.id;
  const facts = describeDetail(detail);
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{describeAction(action)}</p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          By {nameOf(actor)}
          {isAboutOther && `, about ${nameOf(subject)}`}
          {family && `, in ${family.name ?? "a deleted family"}`}
          {facts && `. ${facts}`}
        </p>
      </div>
      <p className="basis-60 text-step--1 text-ink-soft wrap-anywhere max-md:basis-full">
        <span className="block">
          <RelativeTime iso={at} />
        </span>
        {(ipAddress || userAgent) && (
          <span className="block">
            {[ipAddress, userAgent && describeDevice(userAgent)].filter(Boolean).join(", ")}
          </span>
        )}
      </p>
    </li>
  );
}
