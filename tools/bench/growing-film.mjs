import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { preparePictures } from "./pictures.mjs";
import { ms, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";

export const title = "Film of a child's months";

const maxRatio = 1.3;
/** The server's ffmpeg yields to the server; for comparison, ffmpeg alone must do so too. */
const niceness = "10";

/** ffmpeg alone with the same arguments, reading the frames from a file. @returns milliseconds */
async function timeFfmpeg(ffmpeg, args, frames) {
  const input = openSync(frames, "r");
  const started = performance.now();
  try {
    const alone = spawn("nice", ["-n", niceness, ffmpeg, "-y", "-loglevel", "error", ...args], {
      stdio: [input, "inherit", "inherit"],
    });
    const code = await new Promise((resolve) => alone.once("exit", resolve));
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  } finally {
    closeSync(input);
  }
  return performance.now() - started;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const ffmpeg = requireTool("ffmpeg");
  const months = bench.isQuick ? 6 : 24;
  const rounds = bench.isQuick ? 1 : 5;
  const pictures = await preparePictures(bench, months);
  const [output, frames] = ["film.mp4", "film.mjpeg"].map((name) => path.join(bench.folder, name));
  const taken = { ours: [], alone: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      const program = childProgram(bench.programs["film-timing"], [output, frames, ...pictures]);
      const made = await Promise.race([
        program.ready,
        program.ended.then((code) => Promise.reject(new Error(`The film ended with ${code}`))),
      ]);
      await program.ended;
      taken.ours.push(made.ms);
      taken.alone.push(await timeFfmpeg(ffmpeg, made.arguments, frames));
    }
  } finally {
    for (const file of [output, frames]) rmSync(file, { force: true });
  }
  const ratio = median(taken.ours) / median(taken.alone);
  return [
    row({
      what: `Film of ${months} months`,
      measured: ms(median(taken.ours)),
      limit: ms(median(taken.alone)),
      ratio: times(ratio),
      target: `<= ${maxRatio} x`,
      isMet: ratio <= maxRatio,
      note: `720p, a second a month and a title, from medium images; median of ${rounds}; limit: ffmpeg with the same arguments and priority, from a file that has the frames`,
    }),
  ];
}
