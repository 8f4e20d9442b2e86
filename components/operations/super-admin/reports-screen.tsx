"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { Pager } from "@/components/operations/super-admin/pager";
import { ReportDialog } from "@/components/operations/super-admin/report-dialog";
import { reportStates } from "@/components/operations/super-admin/report-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FormField } from "@/components/ui/form-field";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { deskOptions } from "@/lib/operations/reports-desk/client/queries";
import type { DeskReportDto } from "@/lib/operations/reports-desk/schema";

/** Issue and content reports, from open to closed. */
export function ReportsScreen() {
  const [filters, setFilters] = useState({ kind: "", state: "", offset: 0 });
  const [chosen, setChosen] = useState<DeskReportDto | null>(null);
  const { data, isPending, isFetching, refetch } = useQuery(deskOptions(filters));
  const filter = (change: Partial<typeof filters>) =>
    setFilters((before) => ({ ...before, offset: 0, ...change }));
  if (isPending) return <Skeleton className="h-72" />;
  if (!data) return <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  const { issue, content } = data.counts;
  return (
    <section aria-label="Reports">
      <ul className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        {[
          ["Issues open", issue.open],
          ["Issues in progress", issue.in_progress],
          ["Photos open", content.open],
          ["Photos in progress", content.in_progress],
        ].map(([label, count]) => (
          <li key={label} className="card">
            <span className="block text-step--1 font-semibold text-ink-soft">{label}</span>
            <span className="font-display text-step-2 font-semibold tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
      <div className="mb-4 grid max-w-xl grid-cols-2 gap-4">
        <FormField label="Kind">
          {(control) => (
            <Select
              {...control}
              value={filters.kind}
              onChange={(event) => filter({ kind: event.target.value })}
            >
              <option value="">All</option>
              <option value="issue">Issues</option>
              <option value="content">Photos</option>
            </Select>
          )}
        </FormField>
        <FormField label="State">
          {(control) => (
            <Select
              {...control}
              value={filters.state}
              onChange={(event) => filter({ state: event.target.value })}
            >
              <option value="">All</option>
              {Object.entries(reportStates).map(([state, { label }]) => (
                <option key={state} value={state}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      {data.items.length === 0 ? (
        <EmptyState drawing="tray" title="No reports">
          When someone reports a problem or a photo, it appears here.
        </EmptyState>
      ) : (
        <ul aria-label="Reports" className="card divide-y divide-line p-0">
          {data.items.map((report) => (
            <ReportRow key={report.id} report={report} onChoose={() => setChosen(report)} />
          ))}
        </ul>
      )}
      <Pager pagination={data.pagination} onOffset={(offset) => filter({ offset })} />
      {chosen && <ReportDialog report={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

const decisions = {
  restore: "The family's admins restored it",
  delete: "The family's admins deleted it",
} as const;

function ReportRow({ report, onChoose }: { report: DeskReportDto; onChoose: () => void }) {
  const { kind, state, title, message, note, family, reporter, decision, createdAt } = report;
  const { label, tone } = reportStates[state];
  const heading = kind === "issue" ? title : "A reported photo or video";
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{heading}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{message}</p>
        {note && <p className="mt-1 text-step--1 text-ink-soft wrap-anywhere">Note: {note}</p>}
      </div>
      <p className="basis-60 text-step--1 text-ink-soft wrap-anywhere max-md:basis-full">
        <span className="block">
          {[reporter?.username, family?.name].filter(Boolean).join(", ") || "From a deleted account"}
        </span>
        <span className="block">
          <RelativeTime iso={createdAt} />
        </span>
        {kind === "content" && (
          <span className="block">{decision ? decisions[decision] : "The family hasn't decided yet"}</span>
        )}
      </p>
      <Button variant="secondary" onClick={onChoose} aria-label={`Open ${heading}`}>
        Open
      </Button>
    </li>
  );
}
