"use client";

import { useState } from "react";
import { DiagnosticsList } from "@/components/operations/diagnostics/diagnostics-list";
import { Facts, StateBadge } from "@/components/operations/diagnostics/facts";
import { downloadUrl } from "@/lib/album/media/original-urls";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";
import { megabytes } from "@/lib/shared/megabytes";

/** Each photo as thumbnail, medium image and original, with the size that actually arrived. */
export function ImageRenditions() {
  return (
    <DiagnosticsList mediaType="image">
      {(items) => (
        <ul className="grid gap-4">
          {items.map((item) => (
            <Renditions key={item.id} item={item} />
          ))}
        </ul>
      )}
    </DiagnosticsList>
  );
}

function Renditions({ item }: { item: MediaDiagnosisDto }) {
  const bytes = (kind: string) => item.files.find((file) => file.kind === kind)?.bytes ?? null;
  return (
    <li className="card">
      <h2 className="mb-3 text-step-0 wrap-anywhere">{item.fileName}</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Rendition name="Thumbnail" url={thumbnailUrl(item)} bytes={bytes("thumbnail")} item={item} />
        <Rendition name="Medium" url={mediumUrl(item)} bytes={bytes("medium")} item={item} />
        <Rendition name="Original" url={downloadUrl(item.id)} bytes={bytes("original")} item={item} />
      </div>
    </li>
  );
}

interface RenditionProps {
  name: string;
  url: string;
  bytes: number | null;
  item: MediaDiagnosisDto;
}

function Rendition({ name, url, bytes, item }: RenditionProps) {
  const [seen, setSeen] = useState<{ width: number; height: number } | "failed" | null>(null);
  const isTurned =
    seen !== null &&
    seen !== "failed" &&
    item.width !== null &&
    item.height !== null &&
    Math.abs(seen.width / seen.height - item.width / item.height) > 0.05;
  return (
    <figure className="grid content-start gap-2">
      <img
        src={url}
        alt=""
        loading="lazy"
        ref={(image) => {
          // It may have loaded before the page was listening.
          if (image?.complete && image.naturalWidth > 0 && seen === null)
            setSeen({ width: image.naturalWidth, height: image.naturalHeight });
        }}
        onLoad={({ currentTarget: image }) =>
          setSeen({ width: image.naturalWidth, height: image.naturalHeight })
        }
        onError={() => setSeen("failed")}
        className="aspect-[4/3] w-full rounded-2xl bg-sunk object-contain"
      />
      <figcaption className="grid gap-1.5">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {seen === "failed" && <StateBadge state="wrong">Not shown</StateBadge>}
          {seen === null && <StateBadge state="waiting">Loading</StateBadge>}
          {seen && seen !== "failed" && (
            <StateBadge state={isTurned ? "wrong" : "fine"}>
              {isTurned ? "Different shape" : "Shows"}
            </StateBadge>
          )}
        </span>
        <Facts
          facts={[
            ["Received", seen && seen !== "failed" ? `${seen.width} × ${seen.height}` : "nothing"],
            ["Stored", bytes === null ? "nothing" : megabytes(bytes)],
          ]}
        />
      </figcaption>
    </figure>
  );
}
