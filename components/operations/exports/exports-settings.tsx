"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { ExportRow } from "@/components/operations/exports/export-row";
import { FamilyExportDialog } from "@/components/operations/exports/family-export-dialog";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { LocalDate } from "@/components/ui/local-date";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Skeleton } from "@/components/ui/skeleton";
import { createOwnExport, exportsKey, exportsOptions } from "@/lib/operations/exports/client/queries";
import type { ExportDto, ExportListDto } from "@/lib/operations/exports/schema";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

type Scope = ExportDto["scope"];

const texts: Record<Scope, { title: string; lead: string; begin: string }> = {
  family: {
    title: "Export the whole album",
    lead: "Every original in folders by year and month, with everything anyone said about it: descriptions, people, hearts, comments, albums. Other photo programs can read it, and another album like this one can import it.",
    begin: "Export the whole album",
  },
  own: {
    title: "Export what's yours",
    lead: "The originals of every photo and video you added, in folders by year and month, with descriptions, people, hearts and comments, for other photo programs or another album.",
    begin: "Export what's mine",
  },
};

/** Exports: one's own uploads, and the whole album for owners. */
export function ExportsSettings() {
  const { data, isPending, isFetching, refetch } = useQuery(exportsOptions());
  if (isPending) return <Skeleton className="h-40" />;
  if (!data) {
    return (
      <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
        Your exports could not be loaded. Nothing is lost.
      </NotLoaded>
    );
  }
  return (
    <>
      {data.family && <ExportSection scope="family" amount={data.family} exports={data.exports} />}
      <ExportSection scope="own" amount={data.own} exports={data.exports} />
    </>
  );
}

interface ExportSectionProps {
  scope: Scope;
  amount: ExportListDto["own"];
  exports: readonly ExportDto[];
}

function ExportSection({ scope, amount, exports }: ExportSectionProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: exportsKey });
  const [confirming, setConfirming] = useState<{ since: string | null } | null>(null);
  const { run, isBusy, error } = useAction(async (since: string | null) => {
    if (scope === "family") setConfirming({ since });
    else await createOwnExport(since);
    await refresh();
  });
  const { title, lead, begin } = texts[scope];
  const own = exports.filter((one) => one.scope === scope);
  const latest = own.find(({ canBeContinued }) => canBeContinued);
  const isPreparing = own.some(({ state }) => state === "preparing");
  return (
    <section aria-labelledby={`export-${scope}`} className="grid gap-3">
      <h2 id={`export-${scope}`} className="text-step-1">
        {title}
      </h2>
      <p className="text-ink-soft">{lead}</p>
      <p>
        {amount.items === 0
          ? "There is nothing to export yet."
          : `${counted(amount.items, "photo or video", "photos and videos")}, ${megabytes(amount.bytes)}.`}
      </p>
      <FormAlert message={error} />
      {amount.items > 0 && !isPreparing && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isBusy={isBusy} onClick={() => void run(null)}>
            {begin}
          </Button>
          {latest && (
            <Button variant="ghost" isBusy={isBusy} onClick={() => void run(latest.id)}>
              <span>
                Only what's new since <LocalDate iso={latest.createdAt} />
              </span>
            </Button>
          )}
        </div>
      )}
      {own.length > 0 && (
        <ul className="grid gap-3" aria-label={`${title}: earlier exports`}>
          {own.map((one) => (
            <ExportRow key={one.id} value={one} onChange={refresh} />
          ))}
        </ul>
      )}
      {confirming && (
        <FamilyExportDialog
          since={confirming.since}
          onClose={() => setConfirming(null)}
          onDone={async () => {
            setConfirming(null);
            await refresh();
          }}
        />
      )}
    </section>
  );
}
