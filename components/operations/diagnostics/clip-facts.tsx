"use client";

import { useQuery } from "@tanstack/react-query";
import { Facts, StateBadge } from "@/components/operations/diagnostics/facts";
import { Skeleton } from "@/components/ui/skeleton";
import { itemDiagnosisOptions } from "@/lib/operations/diagnostics/client/queries";
import type { ClipFactsDto } from "@/lib/operations/diagnostics/schema";
import { formatDuration } from "@/lib/shared/duration";
import { megabytes } from "@/lib/shared/megabytes";

export const renditionNames = { original: "Original", playable: "Playable MP4" } as const;

/** The codecs of a clip's renditions, as the server reads them from the files. */
export function useClipFacts(id: string): ClipFactsDto[] | null {
  return useQuery(itemDiagnosisOptions(id)).data?.clip ?? null;
}

/** A rendition's technical details. */
export function RenditionFacts({ rendition }: { rendition: ClipFactsDto | undefined }) {
  if (!rendition) return <Skeleton className="h-32" />;
  const { facts, bytes, problem } = rendition;
  if (!facts) return <p className="text-danger">{problem}</p>;
  return (
    <>
      <p className="mb-2">
        <StateBadge state={facts.isWebPlayable ? "fine" : "waiting"}>
          {facts.isWebPlayable ? "Plays in every browser" : "Doesn't play in every browser"}
        </StateBadge>
      </p>
      <Facts
        facts={[
          ["Picture", `${facts.videoCodec}, ${facts.width} × ${facts.height}${facts.isHdr ? ", HDR" : ""}`],
          ["Audio", facts.audioCodec ?? "none"],
          ["Length", formatDuration(facts.durationMs)],
          ["File", bytes === null ? "missing" : megabytes(bytes)],
          [
            "Data rate",
            bytes === null || facts.durationMs === 0
              ? "not known"
              : `${((bytes * 8) / facts.durationMs / 1000).toFixed(1)} Mbit/s`,
          ],
        ]}
      />
    </>
  );
}
