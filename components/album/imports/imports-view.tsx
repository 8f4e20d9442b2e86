"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ImportCard } from "@/components/album/imports/import-card";
import { NewImport } from "@/components/album/imports/new-import";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { importsKey, importsOptions } from "@/lib/album/imports/client/queries";
import type { ImportDto } from "@/lib/album/imports/schema";

export interface ImportsViewProps {
  familyId: string;
  /** Whether people in the photos can be added to the family. */
  canAddPeople: boolean;
}

const isOver = ({ state }: ImportDto) => ["done", "undone", "failed"].includes(state);

/** What to do next, a new import, and past imports. */
export function ImportsView({ familyId, canAddPeople }: ImportsViewProps) {
  const queries = useQueryClient();
  const { data: imports, isPending, isFetching, refetch } = useQuery(importsOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!imports) {
    return (
      <EmptyState
        drawing="cloud"
        title="Your imports could not be loaded"
        action={
          <Button onClick={() => void refetch()} disabled={isFetching}>
            Try again
          </Button>
        }
      >
        Imports in progress were not stopped.
      </EmptyState>
    );
  }
  const change = (changed: ImportDto | null, id: string) =>
    queries.setQueryData<ImportDto[]>(importsKey, (all = []) => {
      const others = all.filter((one) => one.id !== id);
      return changed ? [changed, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt)) : others;
    });
  const isBeginning = imports.some(({ state, isOwn }) => state === "uploading" && isOwn);
  const cards = (some: ImportDto[]) =>
    some.map((one) => (
      <ImportCard
        key={one.id}
        value={one}
        familyId={familyId}
        canAddPeople={canAddPeople}
        onChange={(changed) => change(changed, one.id)}
      />
    ));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {cards(imports.filter((one) => !isOver(one)))}
      {!isBeginning && <NewImport onCreate={(created) => change(created, created.id)} />}
      {cards(imports.filter(isOver))}
    </div>
  );
}
