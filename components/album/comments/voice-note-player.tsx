"use client";

import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { formatDuration } from "@/lib/shared/duration";

export interface VoiceNotePlayerProps {
  src: string;
  durationMs: number;
  /** 0 to 100, from beginning to end. */
  waveform: readonly number[];
  /** Names the author: "Voice note from Ben". */
  label: string;
}

/** Only one voice note plays at a time. */
let playing: HTMLAudioElement | null = null;

/** Plays a voice note; its waveform is a slider. */
export function VoiceNotePlayer({ src, durationMs, waveform, label }: VoiceNotePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [positionMs, setPositionMs] = useState(0);
  const [isFailed, setIsFailed] = useState(false);

  // The element's own events are too rare for a smooth position.
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      setPositionMs((audio.current?.currentTime ?? 0) * 1000);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  useEffect(() => {
    const own = audio.current;
    return () => {
      if (playing === own) playing = null;
      own?.pause();
    };
  }, []);

  async function toggle() {
    const own = audio.current;
    if (!own) return;
    if (!own.paused) return own.pause();
    if (playing !== own) playing?.pause();
    playing = own;
    setIsFailed(false);
    try {
      await own.play();
    } catch (error) {
      // Paused before it started playing.
      if (!(error instanceof DOMException && error.name === "AbortError")) setIsFailed(true);
    }
  }

  function seek(ms: number) {
    setPositionMs(ms);
    if (audio.current) audio.current.currentTime = ms / 1000;
  }

  const progress = durationMs > 0 ? Math.min(1, positionMs / durationMs) : 0;
  return (
    <fieldset aria-label={label} className="mt-1.5 min-w-0">
      {/* biome-ignore lint/a11y/useMediaCaption: its words, where they are known, are beside it */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => {
          setIsPlaying(false);
          setPositionMs(0);
        }}
        onError={() => isPlaying && setIsFailed(true)}
      />
      <div className="flex items-center gap-2.5 rounded-2xl bg-sunk p-1.5 pr-3.5">
        <Button size="icon" aria-label={isPlaying ? "Pause" : "Play"} onClick={() => void toggle()}>
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Button>
        <div className="relative h-11 min-w-0 flex-1 rounded-lg focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-strong">
          <Waveform bars={waveform} progress={progress} />
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={`${formatDuration(positionMs)} of ${formatDuration(durationMs)}`}
            min={0}
            max={durationMs}
            step={100}
            value={Math.min(positionMs, durationMs)}
            onChange={(event) => seek(Number(event.target.value))}
            // Arrows move within the sound, not to the next photo.
            onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
        </div>
        <span
          aria-hidden="true"
          className="min-w-9 flex-none text-right whitespace-nowrap text-step--1 text-ink-soft tabular-nums"
        >
          {formatDuration(isPlaying || positionMs > 0 ? positionMs : durationMs)}
        </span>
      </div>
      {isFailed && (
        <p role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
          It could not be played. Please try again.
        </p>
      )}
    </fieldset>
  );
}

/** @param progress 0 to 1: the part before it is coloured */
export function Waveform({ bars, progress }: { bars: readonly number[]; progress: number }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 flex items-center gap-[2px]">
      {bars.map((level, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are places
          key={at}
          className={cn(
            "min-h-[3px] flex-1 rounded-full",
            at / bars.length < progress ? "bg-accent-strong" : "bg-line-strong",
          )}
          style={{ height: `${Math.max(8, level * 0.86)}%` }}
        />
      ))}
    </div>
  );
}
