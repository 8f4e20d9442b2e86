import { makePlayable } from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";

/** Makes a clip's poster (`poster`) or its 720p rendition (`playable`) and sends back the milliseconds it took. */
const [what, clip = "", output = ""] = process.argv.slice(2);

// Finding ffmpeg happens once a process, so it stands outside the time.
await probeWithPoster(clip);
const started = performance.now();
if (what === "poster") await probeWithPoster(clip);
else await makePlayable(clip, output);
process.send?.({ ms: performance.now() - started });
