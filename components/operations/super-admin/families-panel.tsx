"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { FamilyDialog } from "@/components/operations/super-admin/family-dialog";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { Pager } from "@/components/operations/super-admin/pager";
import { SearchBox } from "@/components/operations/super-admin/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FormField } from "@/components/ui/form-field";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { plans } from "@/lib/core/plans/plans";
import { type OrganizationFilters, organizationsOptions } from "@/lib/operations/super-admin/client/queries";
import type { AdminOrganizationDto } from "@/lib/operations/super-admin/schema";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";

const all: OrganizationFilters = { q: "", tier: "", state: "", offset: 0 };

/** Families, searchable by name or owner; each can be given another plan, suspended and reopened. */
export function FamiliesPanel() {
  const [filters, setFilters] = useState(all);
  const [chosen, setChosen] = useState<AdminOrganizationDto | null>(null);
  const { data, isPending, isFetching, refetch } = useQuery(organizationsOptions(filters));
  const search = useCallback((q: string) => {
    setFilters((before) => (before.q === q ? before : { ...before, q, offset: 0 }));
  }, []);
  const filter = (change: Partial<OrganizationFilters>) =>
    setFilters((before) => ({ ...before, offset: 0, ...change }));
  return (
    <div>
      <div className="mb-5 grid gap-4 md:grid-cols-[minmax(0,1fr)_11rem_14.5rem]">
        <SearchBox label="Find a family" placeholder="Name, or the owner's email address" onSearch={search} />
        <FormField label="Plan">
          {(control) => (
            <Select
              {...control}
              value={filters.tier}
              onChange={(event) => filter({ tier: event.target.value })}
            >
              <option value="">Every plan</option>
              {Object.entries(plans).map(([tier, { name }]) => (
                <option key={tier} value={tier}>
                  {name}
                </option>
              ))}
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
              <option value="">Open and suspended</option>
              <option value="open">Open</option>
              <option value="suspended">Suspended</option>
            </Select>
          )}
        </FormField>
      </div>
      {isPending && <Skeleton className="h-72" />}
      {!isPending && !data && <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState drawing="search" title="No family found">
          {filters === all
            ? "Families appear here when someone signs up."
            : "Try fewer letters, or another plan or state."}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <p role="status" className="mb-2 text-step--1 text-ink-soft">
            {counted(data.pagination.total, "family", "families")}
          </p>
          <ul aria-label="Families" className="card divide-y divide-line p-0">
            {data.items.map((family) => (
              <FamilyRow key={family.id} family={family} onChoose={() => setChosen(family)} />
            ))}
          </ul>
          <Pager pagination={data.pagination} onOffset={(offset) => filter({ offset })} />
        </>
      )}
      {chosen && <FamilyDialog family={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function FamilyRow({ family, onChoose }: { family: AdminOrganizationDto; onChoose: () => void }) {
  const { name, owners, suspended, subscriptionTier, memberCount, mediaCount, storageBytes, createdAt } =
    family;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Badge tone={subscriptionTier === "free" ? "quiet" : "leaf"}>{plans[subscriptionTier].name}</Badge>
          {suspended && <Badge tone="accent">Suspended</Badge>}
        </p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {owners.length > 0
            ? owners.map(({ username, email }) => (email ? `${username} (${email})` : username)).join(", ")
            : "No owner"}
        </p>
      </div>
      <p className="basis-56 text-step--1 text-ink-soft max-md:basis-full">
        <span className="block">
          {counted(memberCount, "member")}, {counted(mediaCount, "item")}, {storageSize(storageBytes)}
        </span>
        <span className="block">
          Created <RelativeTime iso={createdAt} />
        </span>
      </p>
      <Button variant="secondary" onClick={onChoose} aria-label={`Change ${name}`}>
        Change
      </Button>
    </li>
  );
}
