import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFilmFrame, makeTitleFrame } from "@/lib/platform/images/film-frame";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { filmArguments, filmSize, framesPerSecond, makeFilm, repeated } from "@/lib/platform/video/film";

/**
 * Makes a film of pictures, a second each, as the worker does, starting with their medium images. Sends back the
 * milliseconds it took and how ffmpeg was called. The film's frames are in `frames` afterwards, for ffmpeg alone.
 */
const [output = "", frames = "", ...pictures] = process.argv.slice(2);

// Settings are validated together, so those that a server requires need a value although they aren't used here.
process.env.DATABASE_URL ??= "postgresql://nowhere/none";
process.env.AUTH_SECRET ??= "only-for-measuring-".repeat(3);

const mediums: Buffer[] = [];
for (const picture of pictures) mediums.push((await makeImageDerivatives(picture)).medium);

async function* filmFrames() {
  const title = await makeTitleFrame({ heading: "Mia, growing up", lead: "", appName: "Keepsake" }, filmSize);
  yield title;
  yield title;
  for (const [at, medium] of mediums.entries())
    yield await makeFilmFrame(medium, filmSize, `${at + 1} months`);
}

// ffmpeg and its confinement are located once per process, and the decoders are already running.
await pipeline(Readable.from(repeated(filmFrames(), framesPerSecond)), createWriteStream(frames));
await makeFilm(filmFrames(), 1, output);
const started = performance.now();
await makeFilm(filmFrames(), framesPerSecond, output);
process.send?.({ ms: performance.now() - started, arguments: filmArguments(output) });
process.exit(0);
