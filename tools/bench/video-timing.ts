import { makePlayable } from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";

/** Makes a clip's poster (`poster`) or its 720p rendition (`playable`) and sends back the milliseconds it took. */
const [what, clip = "", output = ""] = process.argv.slice(2);

// ffmpeg is located once per process, so that is outside the measured time.
await probeWithPoster(clip);
const started = performance.now();
if (what === "poster") await probeWithPoster(clip);
else await makePlayable(clip, output);
process.send?.({ ms: performance.now() - started });
