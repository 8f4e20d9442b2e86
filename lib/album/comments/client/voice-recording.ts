import { maxVoiceNoteMs, waveformBars } from "@/lib/shared/voice-note-limits";

/** A recording that hasn't been sent. */
export interface VoiceDraft {
  blob: Blob;
  durationMs: number;
  /** Loudness, 0 to 100, from beginning to end. */
  waveform: number[];
  /** What was said, as far as the browser knows. */
  text: string;
  /** The same for every attempt to send it, so that it is only posted once. */
  key: string;
}

export type MicrophoneProblem = "refused" | "missing" | "busy" | "unsupported";

export class MicrophoneError extends Error {
  constructor(
    readonly problem: MicrophoneProblem,
    options?: { cause?: unknown },
  ) {
    super(`No recording: ${problem}`, options);
    this.name = "MicrophoneError";
  }
}

/** Formats that the server accepts, smaller ones first. */
const types = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"];
const bitsPerSecond = 48_000;
const levelEveryMs = 100;

const problems: Record<string, MicrophoneProblem> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** @throws MicrophoneError */
async function openMicrophone(): Promise<MediaStream> {
  // Browsers offer it on secure pages only.
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    throw new MicrophoneError("unsupported");
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "";
    throw new MicrophoneError(problems[name] ?? "missing", { cause });
  }
}

/** Calls `onLevel` with the loudness, 0 to 100, ten times a second. @returns a function that ends it */
function meter(stream: MediaStream, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === "undefined") return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = window.setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    onLevel(Math.round(Math.min(1, loudest * 1.6) * 100));
  }, levelEveryMs);
  return () => {
    window.clearInterval(timer);
    void context.close().catch(() => {});
  };
}

/** Reduces levels to a waveform's bars, each the loudest of its part. */
export function barsOf(levels: readonly number[]): number[] {
  return Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / waveformBars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / waveformBars));
    return Math.max(0, ...levels.slice(from, to));
  });
}

export interface Recorded {
  blob: Blob;
  durationMs: number;
  waveform: number[];
}

export interface Recording {
  /** The microphone's, for a transcript. */
  track: MediaStreamTrack | undefined;
  /** Ends it. @returns what was recorded, even if the microphone was taken away */
  stop: () => Promise<Recorded>;
  /** Ends it and discards the recording. */
  cancel: () => void;
}

/**
 * Records from the microphone, a minute at most.
 * @param onLevel ten times a second, 0 to 100
 * @param onEnd called when the minute is over or the microphone is gone; `stop` returns what there is
 * @throws MicrophoneError
 */
export async function startRecording({
  onLevel,
  onEnd,
}: {
  onLevel: (level: number) => void;
  onEnd: () => void;
}): Promise<Recording> {
  const stream = await openMicrophone();
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType ? { mimeType } : {}),
  });
  const pieces: Blob[] = [];
  const levels: number[] = [];
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => resolve(), { once: true });
  });
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const endMeter = meter(stream, (level) => {
    levels.push(level);
    onLevel(level);
  });
  recorder.start();
  const startedAt = performance.now();
  let durationMs = 0;
  const timer = window.setTimeout(onEnd, maxVoiceNoteMs);
  const [track] = stream.getAudioTracks();
  track?.addEventListener("ended", onEnd, { once: true });

  function end(): void {
    durationMs ||= Math.min(maxVoiceNoteMs, performance.now() - startedAt);
    window.clearTimeout(timer);
    endMeter();
    if (recorder.state !== "inactive") recorder.stop();
    for (const one of stream.getTracks()) one.stop();
  }
  return {
    track,
    cancel: end,
    stop: async () => {
      end();
      await ended;
      const blob = new Blob(pieces, { type: recorder.mimeType || mimeType || "audio/webm" });
      return { blob, durationMs: Math.round(durationMs), waveform: barsOf(levels) };
    },
  };
}
