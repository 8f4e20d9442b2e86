"use client";

import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { ClipChoice } from "@/components/operations/diagnostics/clip-choice";
import { Facts, StateBadge } from "@/components/operations/diagnostics/facts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";

const watchedMs = 6_000;
const patienceMs = 20_000;

interface Measured {
  startMs: number;
  seconds: number;
  frames: number;
  dropped: number;
  waits: number;
  width: number;
  height: number;
}

/** Plays six seconds of a clip without sound and measures how this device copes. */
export function QualityTest() {
  return <ClipChoice>{(clip) => <Measurement key={clip.id} clip={clip} />}</ClipChoice>;
}

function Measurement({ clip }: { clip: MediaDiagnosisDto }) {
  const video = useRef<HTMLVideoElement>(null);
  const [measured, setMeasured] = useState<Measured | "failed" | null>(null);
  const { run, isBusy } = useAction(async () => {
    if (!video.current) return;
    setMeasured(null);
    setMeasured(await measure(video.current).catch(() => "failed" as const));
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[3fr_2fr]">
      <video
        ref={video}
        src={streamUrl(clip.id)}
        muted
        playsInline
        preload="none"
        aria-label={clip.fileName}
        className="aspect-video w-full rounded-2xl bg-black"
      />
      <Card aria-labelledby="quality" className="self-start">
        <h2 id="quality" className="mb-3">
          How it plays here
        </h2>
        <Button isBusy={isBusy} onClick={() => void run()}>
          <Play aria-hidden="true" />
          Measure six seconds
        </Button>
        <div role="status" className="mt-4">
          {measured === "failed" && (
            <p className="text-danger">This browser could not play it. See Video playback for details.</p>
          )}
          {measured && measured !== "failed" && <Outcome measured={measured} />}
        </div>
      </Card>
    </div>
  );
}

function Outcome({ measured }: { measured: Measured }) {
  const { startMs, seconds, frames, dropped, waits, width, height } = measured;
  const share = frames > 0 ? dropped / frames : 0;
  const isSmooth = share < 0.02 && waits === 0;
  return (
    <>
      <p className="mb-2">
        <StateBadge state={isSmooth ? "fine" : "wrong"}>{isSmooth ? "Smooth" : "Not smooth"}</StateBadge>
      </p>
      <Facts
        facts={[
          ["First frame after", `${startMs} ms`],
          ["Played", `${seconds.toFixed(1)} s at ${width} × ${height}`],
          ["Frames", `${frames}, ${dropped} of them dropped (${(share * 100).toFixed(1)} %)`],
          ["Waited for data", waits === 1 ? "once" : `${waits} times`],
        ]}
      />
    </>
  );
}

/** @throws if the browser can't play it, or nothing arrives for a long time */
async function measure(player: HTMLVideoElement): Promise<Measured> {
  const began = performance.now();
  let waits = 0;
  const countWait = () => waits++;
  player.load();
  try {
    await Promise.race([
      player.play(),
      new Promise((_, reject) => setTimeout(() => reject(new Error("Nothing arrived")), patienceMs)),
    ]);
    const startMs = Math.round(performance.now() - began);
    // The player always waits before the first frame.
    player.addEventListener("waiting", countWait);
    const before = player.getVideoPlaybackQuality();
    const from = player.currentTime;
    await new Promise((resolve) => {
      player.addEventListener("ended", resolve, { once: true });
      setTimeout(resolve, watchedMs);
    });
    const after = player.getVideoPlaybackQuality();
    return {
      startMs,
      seconds: Math.max(0, player.currentTime - from),
      frames: after.totalVideoFrames - before.totalVideoFrames,
      dropped: after.droppedVideoFrames - before.droppedVideoFrames,
      // At the end, a player waits for data that never comes.
      waits: player.ended ? Math.max(0, waits - 1) : waits,
      width: player.videoWidth,
      height: player.videoHeight,
    };
  } finally {
    player.removeEventListener("waiting", countWait);
    player.pause();
  }
}
