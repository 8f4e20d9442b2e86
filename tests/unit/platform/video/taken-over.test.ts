import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { describeConfinement } from "@/lib/platform/child-processes/confinement";
import { findVideoTools, runVideoTool } from "@/lib/platform/video/ffmpeg";
import { h264, makeClip } from "@/tests/support/clips";

// Not in the temporary folder, which is hidden as well.
const data = mkdtempSync("/var/tmp/keepsake-data-");
process.env.DATA_DIR = data;
/** Photos that stay in a folder of the server. */
const inPlace = mkdtempSync("/var/tmp/keepsake-in-place-");
process.env.IMPORT_FOLDERS = inPlace;

const hostile = path.resolve("tests", "support", "hostile-ffmpeg.mjs");
/** Logs the reason if it isn't confined. */
async function isConfined(): Promise<boolean> {
  const { isWhole } = await describeConfinement();
  if (!isWhole) console.warn("SKIPPED: this machine can't confine what decodes clips.");
  return isWhole;
}

let home: string;
const inData = (name: string) => path.join(data, name);
beforeAll(async () => {
  await mkdir(inData("media/families"), { recursive: true });
  await mkdir(inData("scratch"), { recursive: true });
  // Temporary folders and home folders are hidden, except the one that Keepsake itself runs from.
  const runsFromTemporary = process.cwd().startsWith(`${os.tmpdir()}${path.sep}`);
  home = await mkdtemp(path.join(runsFromTemporary ? os.homedir() : os.tmpdir(), "keepsake-others-"));
  await writeFile(inData("auth-secret"), "sunny-garden");
  await writeFile(inData("media/families/another.jpg"), "another family's photo");
  await writeFile(inData("media/families/clip.mp4"), "the clip");
  await writeFile(inData("scratch/out.mp4"), "");
  await writeFile(path.join(home, "notes"), "another program's file");
  await writeFile(path.join(inPlace, "another.jpg"), "another family's photo");
  await writeFile(path.join(inPlace, "clip.mp4"), "the clip in its folder");
});
afterAll(() =>
  Promise.all([data, home, inPlace].map((folder) => rm(folder, { recursive: true, force: true }))),
);

const limits = { timeoutMs: 60_000, maxOutputBytes: 1_000_000 };

test("a clip that stays in its folder is read there, and nothing else in that folder", async () => {
  if (!(await isConfined())) return;
  const [input, another] = [path.join(inPlace, "clip.mp4"), path.join(inPlace, "another.jpg")];
  const wanted = { list: [inPlace], read: [input, another], write: [input], port: 1, output: another };
  const answer = await runVideoTool(process.execPath, [hostile, JSON.stringify(wanted)], {
    ...limits,
    input,
  });
  const seen = JSON.parse(answer.toString());
  expect(seen.listed).toEqual({ [inPlace]: ["clip.mp4"] });
  expect(Object.values(seen.read)).toEqual(["the clip in its folder", "ENOENT"]);
  expect(await readFile(input, "utf8")).toBe("the clip in its folder");
});

test("a clip that compromises ffmpeg sees its clip and its rendition, and no secret, original or network", async () => {
  if (!(await isConfined())) return;
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const input = inData("media/families/clip.mp4");
  const output = inData("scratch/out.mp4");
  const wanted = {
    list: [data, inData("media/families"), inData("scratch"), home],
    read: [input, inData("auth-secret"), inData("media/families/another.jpg"), path.join(home, "notes")],
    write: [
      input,
      inData("auth-secret"),
      inData("planted"),
      inData("scratch/planted"),
      path.join(home, "planted"),
    ],
    ...{ port, output },
  };
  const answer = await runVideoTool(process.execPath, [hostile, JSON.stringify(wanted)], {
    ...limits,
    input,
    output: { file: output, maxBytes: 1_000_000 },
  });
  server.close();
  const seen = JSON.parse(answer.toString());
  expect(seen.listed).toEqual({
    [data]: ["media", "scratch"],
    [inData("media/families")]: ["clip.mp4"],
    [inData("scratch")]: ["out.mp4"],
    [home]: "ENOENT",
  });
  expect(Object.values(seen.read)).toEqual(["the clip", "ENOENT", "ENOENT", "ENOENT"]);
  expect(Object.values(seen.written).filter((outcome) => outcome === "done")).toEqual([]);
  expect(seen.output).toBe("done");
  expect(seen.network).not.toBe("connected");

  // Check what is really there afterwards.
  expect(await readFile(output, "utf8")).toBe("a rendition");
  expect(await readFile(input, "utf8")).toBe("the clip");
  expect(await readFile(inData("auth-secret"), "utf8")).toBe("sunny-garden");
  for (const file of [inData("planted"), inData("scratch/planted"), path.join(home, "planted")]) {
    expect(existsSync(file)).toBe(false);
  }
});

test("a playlist that names another family's clip gets nothing, even from an ffmpeg that would open it", async () => {
  if (!(await isConfined())) return;
  const tools = await findVideoTools();
  if (!tools) return console.warn("SKIPPED: this machine has no ffmpeg.");
  const other = inData("media/families/other.mp4");
  await makeClip(other, { sound: null, encode: h264 });
  const input = inData("media/families/playlist.mp4");
  await writeFile(input, `ffconcat version 1.0\nfile '${other}'\n`);
  const poster = ["-frames:v", "1", "-f", "image2pipe", "-c:v", "mjpeg", "pipe:1"];
  const run = (file: string, ...before: string[]) =>
    runVideoTool(tools.ffmpeg, ["-v", "error", ...before, "-i", file, ...poster], {
      ...limits,
      input: file,
    });
  // As a control: it shows the clip itself.
  expect((await run(other)).length).toBeGreaterThan(1_000);
  await expect(run(input, "-safe", "0", "-f", "concat")).rejects.toThrow("The video can't be read");
});
