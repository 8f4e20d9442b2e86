import { makePlayable } from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";

/**
 * Makes a clip's poster (`poster`), its 720p rendition (`playable`) or its 360p one (`small`), and sends back the
 * milliseconds it took.
 */
const [what, clip = "", output = ""] = process.argv.slice(2);

// Settings are validated together, so those that a server requires need a value although they aren't used here.
process.env.DATABASE_URL ??= "postgresql://nowhere/none";
process.env.AUTH_SECRET ??= "only-for-measuring-".repeat(3);

// ffmpeg is located once per process, so that is outside the measured time.
await probeWithPoster(clip);
const started = performance.now();
if (what === "poster") await probeWithPoster(clip);
else await makePlayable(clip, output, { rendition: what === "small" ? "small" : "full" });
process.send?.({ ms: performance.now() - started });
