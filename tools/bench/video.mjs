import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { prepareClips } from "./clips.mjs";
import { ms, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";

export const title = "Poster frame and 720p rendition";

const maxRatio = 1.3;
const execute = promisify(execFile);

/** The server's ffmpeg yields to the server; for comparison, ffmpeg alone must do so too. */
const niceness = "10";

async function timeFfmpeg(ffmpeg, args) {
  const started = performance.now();
  await execute("nice", ["-n", niceness, ffmpeg, "-y", "-loglevel", "error", ...args], {
    maxBuffer: 2 ** 25,
    encoding: "buffer",
  });
  return performance.now() - started;
}

/** Lets our own code make something of a clip. @returns milliseconds @throws Error when it fails */
export async function timeOurs(bench, what, clip, output) {
  const program = childProgram(bench.programs["video-timing"], [what, clip, output]);
  const { ms: taken } = await Promise.race([
    program.ready,
    program.ended.then((code) =>
      Promise.reject(new Error(`${what} of ${path.basename(clip)} ended with ${code}`)),
    ),
  ]);
  await program.ended;
  return taken;
}

const posterOf = (clip) =>
  [
    ["-ss", "1", "-i", clip, "-frames:v", "1", "-vf", "scale=1280:-2"],
    ["-q:v", "3", "-f", "image2pipe", "pipe:1"],
  ].flat();
const renditionOf = (clip, output) =>
  [
    [
      "-i",
      clip,
      "-vf",
      "scale=-2:720",
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-crf",
      "23",
      "-pix_fmt",
      "yuv420p",
    ],
    ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", "-f", "mp4", output],
  ].flat();

/**
 * Clips that browsers play as they are get no rendition; the measured ones are converted to ones that need it.
 * @returns {Promise<string>} the same clip as MPEG-4 part 2, which no browser plays
 */
async function asUnplayable(bench, ffmpeg, clip) {
  const file = path.join(bench.folder, "unplayable.avi");
  const args = ["-y", "-loglevel", "error", "-i", clip, "-c:v", "mpeg4", "-q:v", "4", "-c:a", "mp3", file];
  await execute(ffmpeg, args);
  return file;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const ffmpeg = requireTool("ffmpeg");
  const clips = await prepareClips(bench);
  const rounds = bench.isQuick ? 1 : 5;
  const transcodes = bench.isQuick ? 1 : 3;
  const posters = { ours: [], alone: [] };
  for (let round = 0; round < rounds; round++) {
    for (const clip of clips) {
      posters.alone.push(await timeFfmpeg(ffmpeg, posterOf(clip)));
      posters.ours.push(await timeOurs(bench, "poster", clip, ""));
    }
  }
  const output = path.join(bench.folder, "rendition.mp4");
  const source = await asUnplayable(bench, ffmpeg, clips[0]);
  const renditions = { ours: [], alone: [] };
  try {
    for (let round = 0; round < transcodes; round++) {
      renditions.alone.push(await timeFfmpeg(ffmpeg, renditionOf(source, output)));
      renditions.ours.push(await timeOurs(bench, "playable", source, output));
    }
  } finally {
    rmSync(output, { force: true });
    rmSync(source, { force: true });
  }
  const lineOf = (what, { ours, alone }, note) => {
    const ratio = median(ours) / median(alone);
    const target = `<= ${maxRatio} x`;
    return row({
      what,
      measured: ms(median(ours)),
      limit: ms(median(alone)),
      ratio: times(ratio),
      target,
      isMet: ratio <= maxRatio,
      note,
    });
  };
  return [
    lineOf(
      "Poster frame",
      posters,
      `looking into the clip included; median of ${rounds} rounds of ${clips.length} clips of 1080p; limit: ffmpeg making one frame of 1280 px after the first second`,
    ),
    lineOf(
      "720p rendition",
      renditions,
      `10 s of 1080p, median of ${transcodes}; limit: ffmpeg with the same codec settings and priority`,
    ),
  ];
}
