"use client";

import { Send, Square, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useVoiceRecorder } from "@/components/album/comments/use-voice-recorder";
import { VoiceNotePlayer, Waveform } from "@/components/album/comments/voice-note-player";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import type { MicrophoneProblem, VoiceDraft } from "@/lib/album/comments/client/voice-recording";
import { maxCommentLength } from "@/lib/shared/comment-limits";
import { formatDuration } from "@/lib/shared/duration";
import { maxVoiceNoteMs, waveformBars } from "@/lib/shared/voice-note-limits";

const problems: Record<MicrophoneProblem, string> = {
  refused:
    "Your browser doesn't let this page use the microphone. Allow it in the browser's settings for this page, then try again.",
  missing: "No microphone was found. Connect one, or write a comment instead.",
  busy: "The microphone is in use elsewhere. Close the other app, then try again.",
  unsupported:
    "Voice notes can't be recorded in this browser, or on a page without https. You can still write a comment.",
};

export interface VoiceRecorderProps {
  /** An earlier recording that hasn't been sent. */
  draft: VoiceDraft | null;
  onDraft: (draft: VoiceDraft | null) => void;
  onSend: (draft: VoiceDraft) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Starts recording a voice note immediately; it can then be played, sent or discarded. A note that couldn't be sent
 * stays.
 */
export function VoiceRecorder({ draft, onDraft, onSend, onClose }: VoiceRecorderProps) {
  const send = useAction(
    async (sent: VoiceDraft) => {
      await onSend(sent);
      onDraft(null);
      onClose();
    },
    { fallback: "It could not be sent. Your recording is still here; please try again." },
  );
  if (!draft) {
    return (
      <RecordingPart
        onRecorded={(recorded, isToBeSent) => {
          onDraft(recorded);
          if (isToBeSent) void send.run(recorded);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DraftPart
      draft={draft}
      isSending={send.isBusy}
      error={send.error}
      onText={(text) => onDraft({ ...draft, text })}
      onSend={() => void send.run(draft)}
      onDiscard={() => {
        onDraft(null);
        onClose();
      }}
    />
  );
}

/** The seconds left while recording. */
function useCountdown(startedAt: number, isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? Math.max(0, maxVoiceNoteMs - Math.max(0, now - startedAt)) : maxVoiceNoteMs;
}

function RecordingPart({
  onRecorded,
  onClose,
}: {
  onRecorded: (draft: VoiceDraft, isToBeSent: boolean) => void;
  onClose: () => void;
}) {
  const { state, problem, levels, startedAt, stop, tryAgain } = useVoiceRecorder(onRecorded);
  const leftMs = useCountdown(startedAt, state === "recording");
  const stopButton = useRef<HTMLButtonElement>(null);
  useEffect(() => stopButton.current?.focus(), []);

  if (problem) {
    return (
      <div role="alert" className="rounded-2xl bg-honey-soft p-4">
        <p>{problems[problem]}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {problem !== "unsupported" && (
            <Button size="small" onClick={tryAgain}>
              Try again
            </Button>
          )}
          <Button variant="ghost" size="small" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    );
  }
  const bars = [...Array.from({ length: waveformBars - levels.length }, () => 0), ...levels];
  return (
    <fieldset aria-label="Recording" className="min-w-0 rounded-2xl bg-accent-soft p-4">
      <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 font-semibold">
        {state === "starting" ? "Getting the microphone ready..." : "Recording"}
        <span aria-hidden="true" className="font-normal text-ink-soft tabular-nums">
          {formatDuration(leftMs)} left
        </span>
      </p>
      <div className="relative my-3 h-11">
        <Waveform bars={bars} progress={1} />
      </div>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          ref={stopButton}
          variant="secondary"
          isBusy={state === "ending"}
          aria-disabled={state === "starting"}
          onClick={() => stop(false)}
        >
          <Square aria-hidden="true" /> Stop
        </Button>
        <Button isBusy={state === "ending"} aria-disabled={state === "starting"} onClick={() => stop(true)}>
          <Send aria-hidden="true" /> Send voice note
        </Button>
      </div>
      <Button variant="ghost" size="small" className="mt-2 w-full" onClick={onClose}>
        Cancel
      </Button>
    </fieldset>
  );
}

interface DraftPartProps {
  draft: VoiceDraft;
  isSending: boolean;
  error: string | null;
  onText: (text: string) => void;
  onSend: () => void;
  onDiscard: () => void;
}

function DraftPart({ draft, isSending, error, onText, onSend, onDiscard }: DraftPartProps) {
  const { blob, durationMs, waveform, text } = draft;
  // The browser transcribed the note, so its author decides how much of the text is sent.
  const [hasText] = useState(text !== "");
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => sendButton.current?.focus(), []);
  const src = useBlobUrl(blob);
  return (
    <fieldset aria-label="Your voice note" className="min-w-0 rounded-2xl bg-accent-soft p-4">
      {src && (
        <VoiceNotePlayer src={src} durationMs={durationMs} waveform={waveform} label="Listen to it first" />
      )}
      {hasText && (
        <Textarea
          aria-label="What you said"
          dir="auto"
          rows={2}
          maxLength={maxCommentLength}
          value={text}
          readOnly={isSending}
          onChange={(event) => onText(event.target.value)}
          data-keeps-escape=""
          className="mt-3"
        />
      )}
      {error && (
        <p role="alert" className="mt-2 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 *:flex-auto">
        <Button variant="secondary" aria-disabled={isSending} onClick={() => !isSending && onDiscard()}>
          <Trash2 aria-hidden="true" /> Discard
        </Button>
        <Button ref={sendButton} isBusy={isSending} busyLabel="Sending..." onClick={onSend}>
          <Send aria-hidden="true" /> Send voice note
        </Button>
      </div>
    </fieldset>
  );
}

function useBlobUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
