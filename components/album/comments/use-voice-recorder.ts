import { useEffect, useRef, useState } from "react";
import { useLatest } from "@/components/ui/use-latest";
import { startTranscript, type Transcript } from "@/lib/album/comments/client/transcript";
import {
  MicrophoneError,
  type MicrophoneProblem,
  type Recording,
  startRecording,
  type VoiceDraft,
} from "@/lib/album/comments/client/voice-recording";
import { randomKey } from "@/lib/shared/random-key";
import { waveformBars } from "@/lib/shared/voice-note-limits";

interface Running {
  recording: Recording;
  transcript: Promise<Transcript | null>;
}

/** Starts recording as soon as it is shown. */
export function useVoiceRecorder(onRecorded: (draft: VoiceDraft, isToBeSent: boolean) => void) {
  const [state, setState] = useState<"starting" | "recording" | "ending">("starting");
  const [problem, setProblem] = useState<MicrophoneProblem | null>(null);
  const [levels, setLevels] = useState<number[]>([]);
  const [startedAt, setStartedAt] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const running = useRef<Running | null>(null);

  const finish = useLatest(async (isToBeSent: boolean) => {
    const now = running.current;
    if (!now) return;
    running.current = null;
    setState("ending");
    const recorded = await now.recording.stop();
    const text = (await (await now.transcript)?.end()) ?? "";
    onRecorded({ ...recorded, text, key: randomKey() }, isToBeSent);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
  useEffect(() => {
    let isGone = false;
    void (async () => {
      try {
        const recording = await startRecording({
          onLevel: (level) => setLevels((before) => [...before, level].slice(-waveformBars)),
          onEnd: () => finish(false),
        });
        if (isGone) return recording.cancel();
        running.current = { recording, transcript: startTranscript(recording.track) };
        setStartedAt(Date.now());
        setState("recording");
      } catch (error) {
        if (!isGone) setProblem(error instanceof MicrophoneError ? error.problem : "busy");
      }
    })();
    return () => {
      isGone = true;
      running.current?.recording.cancel();
      running.current = null;
    };
  }, [attempt]);

  return {
    state,
    problem,
    levels,
    startedAt,
    stop: finish,
    tryAgain: () => {
      setProblem(null);
      setLevels([]);
      setState("starting");
      setAttempt(attempt + 1);
    },
  };
}
