"use client";

import { useEffect, useRef, useState } from "react";
import { ClipChoice } from "@/components/operations/diagnostics/clip-choice";
import { RenditionFacts, renditionNames, useClipFacts } from "@/components/operations/diagnostics/clip-facts";
import { Facts } from "@/components/operations/diagnostics/facts";
import { Card, CardHeader } from "@/components/ui/card";
import { streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";

const loggedEvents = [
  "loadstart",
  "loadedmetadata",
  "canplay",
  "playing",
  "waiting",
  "stalled",
  "seeking",
  "seeked",
  "pause",
  "ended",
  "error",
] as const;
const maxLines = 40;

/** Plays a clip as the album does, and logs the player's events. */
export function ClipPlayback() {
  return <ClipChoice>{(clip) => <Playback key={clip.id} clip={clip} />}</ClipChoice>;
}

function Playback({ clip }: { clip: MediaDiagnosisDto }) {
  const video = useRef<HTMLVideoElement>(null);
  const [lines, setLines] = useState<{ at: number; text: string }[]>([]);
  const facts = useClipFacts(clip.id);

  useEffect(() => {
    const player = video.current;
    if (!player) return;
    const began = performance.now();
    const listen = (event: Event) => {
      const at = Math.round(performance.now() - began);
      const text = event.type === "error" ? `error ${player.error?.code ?? ""}` : event.type;
      setLines((before) => [...before, { at, text }].slice(-maxLines));
    };
    for (const name of loggedEvents) player.addEventListener(name, listen);
    return () => {
      for (const name of loggedEvents) player.removeEventListener(name, listen);
    };
  }, []);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[3fr_2fr]">
      <div className="grid content-start gap-4">
        {/* biome-ignore lint/a11y/useMediaCaption: a family's own clip has none */}
        <video
          ref={video}
          src={streamUrl(clip.id)}
          controls
          playsInline
          preload="metadata"
          aria-label={clip.fileName}
          className="aspect-video w-full rounded-2xl bg-black"
        />
        <Card aria-labelledby="player-lines">
          <CardHeader id="player-lines" title="Player events" />
          {lines.length === 0 ? (
            <p className="text-ink-soft">Nothing yet. Press play.</p>
          ) : (
            <Facts facts={lines.map(({ at, text }, index) => [`${index + 1}. ${at} ms`, text] as const)} />
          )}
        </Card>
      </div>
      <div className="grid content-start gap-4">
        {(facts ?? []).map((rendition) => (
          <Card key={rendition.rendition} aria-label={renditionNames[rendition.rendition]}>
            <h2 className="mb-2">{renditionNames[rendition.rendition]}</h2>
            <RenditionFacts rendition={rendition} />
          </Card>
        ))}
        {facts === null && (
          <Card aria-label="Codecs">
            <RenditionFacts rendition={undefined} />
          </Card>
        )}
      </div>
    </div>
  );
}
