"use client";

import { useQuery } from "@tanstack/react-query";
import { Calculator, Images, type LucideIcon, ShieldCheck } from "lucide-react";
import { MaintenanceCard } from "@/components/operations/maintenance/maintenance-card";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { maintenanceOptions } from "@/lib/operations/maintenance/client/queries";
import type { MaintenanceTaskName } from "@/lib/operations/maintenance/schema";

const tasks: { name: MaintenanceTaskName; title: string; lead: string; icon: LucideIcon }[] = [
  {
    name: "rebuild-thumbnails",
    title: "Rebuild thumbnails",
    lead: "Rebuilds the previews of everything in the album from the originals. Use this if some look wrong.",
    icon: Images,
  },
  {
    name: "verify-originals",
    title: "Verify originals",
    lead: "Reads every original in full and checks that it is exactly what was uploaded. Changes nothing.",
    icon: ShieldCheck,
  },
  {
    name: "recount-storage",
    title: "Recount storage",
    lead: "Recounts the storage used and the items in each month.",
    icon: Calculator,
  },
];

/** Maintenance tasks for the whole album, each with its progress. */
export function MaintenanceView() {
  const { data: jobs, isPending, isFetching, refetch } = useQuery(maintenanceOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!jobs) {
    return (
      <EmptyState
        drawing="cloud"
        title="This could not be loaded"
        action={
          <Button onClick={() => void refetch()} disabled={isFetching}>
            Try again
          </Button>
        }
      >
        Tasks in progress were not stopped.
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
      {tasks.map(({ name, ...shown }) => (
        <MaintenanceCard
          key={name}
          task={name}
          {...shown}
          job={jobs.find(({ task }) => task === name) ?? null}
        />
      ))}
    </ul>
  );
}
