"use client";

import { ClipChoice } from "@/components/operations/diagnostics/clip-choice";
import { RenditionFacts, renditionNames, useClipFacts } from "@/components/operations/diagnostics/clip-facts";
import { Card } from "@/components/ui/card";
import { downloadUrl } from "@/lib/album/media/original-urls";
import { mediumUrl, posterUrl, streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";

/** A clip's images and videos side by side: what was uploaded, and what was generated from it. */
export function RenditionCompare() {
  return <ClipChoice>{(clip) => <Compare key={clip.id} clip={clip} />}</ClipChoice>;
}

function Compare({ clip }: { clip: MediaDiagnosisDto }) {
  const facts = useClipFacts(clip.id);
  const of = (rendition: "original" | "playable") => facts?.find((one) => one.rendition === rendition);
  const frame = "aspect-video w-full rounded-2xl bg-sunk object-contain";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
      <Card aria-label="Original">
        <h2 className="mb-3">Original</h2>
        {/* biome-ignore lint/a11y/useMediaCaption: a family's own clip has none */}
        <video
          src={downloadUrl(clip.id)}
          controls
          playsInline
          preload="metadata"
          aria-label="The original"
          className={frame}
        />
        <div className="mt-3">
          <RenditionFacts rendition={of("original")} />
        </div>
      </Card>
      <Card aria-label="What the album plays">
        <h2 className="mb-3">What the album plays</h2>
        {/* biome-ignore lint/a11y/useMediaCaption: a family's own clip has none */}
        <video
          src={streamUrl(clip.id)}
          controls
          playsInline
          preload="metadata"
          aria-label="What the album plays"
          className={frame}
        />
        <div className="mt-3">
          {clip.playable === "ready" ? (
            <RenditionFacts rendition={of("playable")} />
          ) : (
            <p className="text-ink-soft">
              {renditionNames.playable}:{" "}
              {clip.playable === "failed" ? "could not be made" : "still being made"}
            </p>
          )}
        </div>
      </Card>
      <Card aria-label="Poster, small">
        <h2 className="mb-3">Poster, 320 px</h2>
        <img src={posterUrl(clip.id)} alt="" className={frame} />
      </Card>
      <Card aria-label="Poster, medium">
        <h2 className="mb-3">Poster, 1280 px</h2>
        <img src={mediumUrl(clip)} alt="" className={frame} />
      </Card>
    </div>
  );
}
