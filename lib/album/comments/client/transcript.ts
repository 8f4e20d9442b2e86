/** The parts we use of the browser's speech recognition, which TypeScript doesn't declare yet. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  processLocally: boolean;
  start: (track: MediaStreamTrack) => void;
  stop: () => void;
}
interface RecognitionResult {
  isFinal: boolean;
  0?: { transcript: string };
}
interface RecognitionKind {
  new (): Recognition;
  available?: (options: { langs: string[]; processLocally: true }) => Promise<string>;
}

export interface Transcript {
  /** Ends it. @returns everything said until the recording ended */
  end: () => Promise<string>;
}

/** How long to wait for the rest of a sentence. */
const patienceMs = 1_500;

/**
 * Transcribes speech if the browser does so on the device itself. Others send the sound to the browser's maker, and
 * children's voices must not leave the album: there is no transcript then.
 * @returns null if there is none
 */
export async function startTranscript(
  track: MediaStreamTrack | undefined,
  lang = navigator.language,
): Promise<Transcript | null> {
  const { SpeechRecognition: Kind } = window as unknown as { SpeechRecognition?: RecognitionKind };
  // A browser that can't say whether sound stays on the device can't be asked to keep it there.
  if (!track || !Kind?.available || !("processLocally" in Kind.prototype)) return null;
  try {
    if ((await Kind.available({ langs: [lang], processLocally: true })) !== "available") return null;
    const recognition = new Kind();
    Object.assign(recognition, { lang, continuous: true, processLocally: true });
    const said = new Map<number, string>();
    recognition.addEventListener("result", (event) => {
      const { results } = event as unknown as { results: ArrayLike<RecognitionResult> };
      for (let at = 0; at < results.length; at++) {
        const result = results[at];
        if (result?.isFinal && result[0]) said.set(at, result[0].transcript.trim());
      }
    });
    const ended = new Promise<void>((resolve) => {
      for (const name of ["end", "error"])
        recognition.addEventListener(name, () => resolve(), { once: true });
    });
    recognition.start(track);
    return {
      end: async () => {
        recognition.stop();
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
        return [...said.values()].join(" ");
      },
    };
  } catch {
    return null;
  }
}
