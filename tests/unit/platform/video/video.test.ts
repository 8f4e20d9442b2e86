import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import {
  findVideoTools,
  inputArguments,
  runVideoTool,
  VideoError,
  type VideoTools,
} from "@/lib/platform/video/ffmpeg";
import { makePlayable } from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";
import { probeVideo } from "@/lib/platform/video/probe";
import { bundlePrograms } from "@/tests/support/bundle";
import { h264, hasEncoder, makeClip, remuxClip } from "@/tests/support/clips";
import { filmCodecs, filmTypes } from "@/tests/support/film-types";

const execute = promisify(execFile);
/** The folder of another ffmpeg than this machine's: `npm run image -- --check` sets it to the image's. */
const { FFMPEG_FOLDER: programs } = process.env;
const tools = programs
  ? { ffmpeg: path.join(programs, "ffmpeg"), ffprobe: path.join(programs, "ffprobe"), hasToneMapping: true }
  : ((await findVideoTools()) as VideoTools);
if (!tools) console.warn("SKIPPED: video tests, since this machine has no ffmpeg.");

let folder: string;
const at = (name: string) => path.join(folder, name);

/** The colour in the middle of a picture. */
async function middleColour(picture: Buffer): Promise<{ r: number; g: number; b: number }> {
  const { data } = await sharp(picture)
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { r: data[0] ?? 0, g: data[1] ?? 0, b: data[2] ?? 0 };
}

async function tagsOf(file: string): Promise<string> {
  const args = ["-v", "error", "-show_entries", "format_tags:stream_tags:chapters", "-of", "json", file];
  return (await execute("ffprobe", args)).stdout;
}

const describeWithFfmpeg = tools ? describe : describe.skip;

describeWithFfmpeg("films", () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "keepsake-films-"));
    await makeClip(at("web.mp4"), { encode: h264 });
    await makeClip(at("silent.mp4"), { sound: null, encode: h264 });
    await makeClip(at("wide.mp4"), { picture: "testsrc2=s=1920x1080:r=5:d=1", encode: [...h264, "-r", "5"] });
    await remuxClip(at("web.mp4"), at("phone.mov"), ["-metadata:s:v", "rotate=90"]);
    await remuxClip(at("phone.mov"), at("iphone.mov"), [
      ...["-movflags", "use_metadata_tags"],
      ...["-metadata", "com.apple.quicktime.creationdate=2021-07-03T14:15:16+0200"],
      ...["-metadata", "creation_time=2021-07-03T12:15:16Z"],
      ...[
        "-metadata",
        "location=+51.5074-000.1278/",
        "-metadata",
        "com.apple.quicktime.location.ISO6709=+51.5-0.1/",
      ],
    ]);
    await remuxClip(at("web.mp4"), at("dated.mp4"), ["-metadata", "creation_time=2020-02-29T10:11:12Z"]);
    await remuxClip(at("web.mp4"), at("undated.mp4"), ["-metadata", "creation_time=1970-01-01T00:00:00Z"]);
    await makeClip(at("camcorder.avi"), { encode: ["-c:v", "mpeg4", "-c:a", "mp3", "-aspect", "4:3"] });
    await makeClip(at("ten-bit.mp4"), { sound: null, encode: [...h264, "-pix_fmt", "yuv420p10le"] });
    await makeClip(at("red.mp4"), {
      picture: "color=red:s=128x128:r=10:d=0.2",
      sound: null,
      encode: h264,
    });
    await makeClip(at("cut.mp4"), { encode: [...h264, "-movflags", "+faststart"] });
    await truncate(at("cut.mp4"), Math.floor((await stat(at("cut.mp4"))).size * 0.6));
    await makeClip(at("no-index.mp4"), { encode: h264 });
    await truncate(at("no-index.mp4"), Math.floor((await stat(at("no-index.mp4"))).size * 0.5));
    await makeClip(at("sound-only.mov"), {
      picture: "sine=d=1",
      sound: null,
      encode: ["-c:a", "aac", "-f", "mov"],
    });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  describe("as they come", () => {
    const posterOf = async (name: string) => (await probeWithPoster(at(name), { tools })).poster;

    test("a web film is described and playable as it is", async () => {
      expect(await probeVideo(at("web.mp4"), { tools })).toMatchObject({
        width: 320,
        height: 180,
        videoCodec: "h264",
        audioCodec: "aac",
        takenAt: null,
        isWebPlayable: true,
      });
      const { durationMs } = await probeVideo(at("web.mp4"), { tools });
      expect(Math.abs(durationMs - 1600)).toBeLessThan(100);
    });

    test.each([
      ["silent.mp4", { audioCodec: null, isWebPlayable: true }],
      ["phone.mov", { width: 180, height: 320, isWebPlayable: false, hasWebCodecs: true }],
      [
        "camcorder.avi",
        { width: 240, height: 180, videoCodec: "mpeg4", audioCodec: "mp3", isWebPlayable: false },
      ],
      ["ten-bit.mp4", { isWebPlayable: false, hasWebCodecs: false }],
      ["cut.mp4", { width: 320, height: 180 }],
    ])("%s is %o", async (name, facts) => {
      expect(await probeVideo(at(name), { tools })).toMatchObject(facts);
    });

    test("the day comes from the phone's own clock, otherwise from the container", async () => {
      const takenAt = async (name: string) => (await probeVideo(at(name), { tools })).takenAt?.toISOString();
      expect(await takenAt("iphone.mov")).toBe("2021-07-03T14:15:16.000Z");
      expect(await takenAt("dated.mp4")).toBe("2020-02-29T10:11:12.000Z");
      expect(await takenAt("undated.mp4")).toBeUndefined();
    });

    test("an AVI's day is the camera's own clock, whatever the server's time zone", async () => {
      const avi = await readFile(await makeClip(at("dated.avi"), { sound: null, encode: ["-c:v", "mjpeg"] }));
      const date = Buffer.from("IDIT\x1a\0\0\0Sat Jul 20 23:05:00 2024\n\0", "latin1");
      await writeFile(at("dated.avi"), Buffer.concat([avi.subarray(0, 12), date, avi.subarray(12)]));
      const builds = path.join(import.meta.dirname, "..", "..", "..", "..", ".build");
      await mkdir(builds, { recursive: true });
      const programFolder = await mkdtemp(path.join(builds, "when-taken-"));
      await bundlePrograms(["when-taken"], programFolder);
      const args = [path.join(programFolder, "when-taken.mjs"), at("dated.avi"), tools.ffmpeg, tools.ffprobe];
      const env = { ...process.env, TZ: "America/New_York" };
      const { stdout } = await execute(process.execPath, args, { env }).finally(() =>
        rm(programFolder, { recursive: true }),
      );
      expect(stdout).toBe("2024-07-20T23:05:00.000Z");
    });

    test.each(["no-index.mp4", "sound-only.mov"])("%s is reported as unreadable", async (name) => {
      for (const work of [
        () => probeVideo(at(name), { tools }),
        () => posterOf(name),
        () => makePlayable(at(name), at("never.mp4"), { tools }),
      ]) {
        await expect(work()).rejects.toBeInstanceOf(VideoError);
      }
    });

    test.each([
      ["web.mp4", 320, 180],
      ["phone.mov", 180, 320],
      ["wide.mp4", 1280, 720],
      ["cut.mp4", 320, 180],
    ])("the poster of %s is %d x %d", async (name, width, height) => {
      expect(await sharp(await posterOf(name)).metadata()).toMatchObject({ format: "jpeg", width, height });
    });

    test("the poster of an anamorphic film has its displayed shape", async () => {
      const { width, height } = await sharp(await posterOf("camcorder.avi")).metadata();
      expect((width ?? 0) / (height ?? 1)).toBeCloseTo(4 / 3, 1);
    });

    test("a film shorter than the poster's usual moment uses one of its frames", async () => {
      const { r, g, b } = await middleColour(await posterOf("red.mp4"));
      expect(r).toBeGreaterThan(200);
      expect(Math.max(g, b)).toBeLessThan(60);
    });

    test("a single-frame clip, whose length is zero, is shown and made playable", async () => {
      const encode = [...h264, "-frames:v", "1"];
      const file = await makeClip(at("instant.mp4"), { sound: null, encode });
      const { facts, poster } = await probeWithPoster(file, { tools });
      expect(facts.durationMs).toBeLessThan(100);
      expect((await sharp(poster).metadata()).width).toBe(320);
      await makePlayable(file, at("instant-playable.mp4"), { tools });
      expect(await probeVideo(at("instant-playable.mp4"), { tools })).toMatchObject({ isWebPlayable: true });
    });

    test("a longer film is shown as it is after its first second", async () => {
      await makeClip(at("late.mp4"), {
        picture: "color=red:s=320x180:r=10:d=0.9[a];color=blue:s=320x180:r=10:d=3.1[b];[a][b]concat",
        sound: null,
        encode: h264,
      });
      const { facts, poster } = await probeWithPoster(at("late.mp4"), { tools });
      expect(facts.durationMs).toBe(4000);
      const { r, g, b } = await middleColour(poster);
      expect(b).toBeGreaterThan(200);
      expect(Math.max(r, g)).toBeLessThan(60);
    });

    test("an aborted poster fails with the caller's reason", async () => {
      const reason = new Error("left");
      await expect(probeWithPoster(at("web.mp4"), { tools, signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
    });

    test("a phone's film keeps its streams and loses place, day and owner", async () => {
      await makePlayable(at("iphone.mov"), at("made.mp4"), { tools });
      const facts = await probeVideo(at("made.mp4"), { tools });
      expect(facts).toMatchObject({ width: 180, height: 320, isWebPlayable: true, takenAt: null });
      expect(await tagsOf(at("made.mp4"))).not.toMatch(/51\.5|2021|quicktime/);
      const bytes = await readFile(at("made.mp4"));
      expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
      expect(bytes.includes("+51.5")).toBe(false);
    });

    test.each([
      ["camcorder.avi", { width: 240, height: 180, audioCodec: "aac" }],
      ["ten-bit.mp4", { width: 320, height: 180, audioCodec: null }],
      ["cut.mp4", { width: 320, height: 180 }],
    ])("%s becomes playable", async (name, facts) => {
      await makePlayable(at(name), at("made.mp4"), { tools });
      expect(await probeVideo(at("made.mp4"), { tools })).toMatchObject({ ...facts, isWebPlayable: true });
    });

    test("an aborted film ends at once, with the reason", async () => {
      const controller = new AbortController();
      const work = makePlayable(at("camcorder.avi"), at("aborted.mp4"), { tools, signal: controller.signal });
      controller.abort(new Error("closing time"));
      await expect(work).rejects.toThrow("closing time");
    });

    test("a playlist named .mp4 doesn't get another file read", async () => {
      await makeClip(at("canary.ts"), { sound: null, encode: [...h264, "-f", "mpegts"] });
      await writeFile(at("holiday.mp4"), await readFile(at("web.mp4")));
      const guarded = await inputArguments(at("holiday.mp4"));
      const poster = ["-frames:v", "1", "-f", "image2pipe", "-c:v", "mjpeg", "pipe:1"];
      const run = (input: string[]) =>
        runVideoTool(tools.ffmpeg, ["-v", "error", ...input, ...poster], {
          timeoutMs: 20_000,
          maxOutputBytes: 1_000_000,
          input: at("holiday.mp4"),
        });
      const runFreely = async (input: string[]) =>
        (await execute("ffmpeg", ["-v", "error", ...input, ...poster])).stdout;
      for (const playlist of playlistsOf(at("canary.ts"))) {
        await writeFile(at("holiday.mp4"), playlist);
        // As a control: without our arguments, ffmpeg shows the other file.
        expect(
          (await runFreely(["-safe", "0", "-i", at("holiday.mp4")].slice(playlist.startsWith("ff") ? 0 : 2)))
            .length,
        ).toBeGreaterThan(1_000);
        await expect(run(guarded)).rejects.toBeInstanceOf(VideoError);
        await expect(posterOf("holiday.mp4")).rejects.toThrow("The file is not a video");
        await expect(makePlayable(at("holiday.mp4"), at("leak.mp4"), { tools })).rejects.toThrow(
          "The file is not a video",
        );
      }
    });
  });

  test.each(Object.entries(filmTypes))(
    "a %s film is described, shown and made playable",
    async (kind, [, encode]) => {
      const film = await makeClip(at(`film.${kind}`), { encode: [...encode] });
      const { facts, poster } = await probeWithPoster(film, { tools });
      expect(facts).toMatchObject({
        width: 320,
        height: 180,
        isWebPlayable: false,
        isInterlaced: kind === "mts",
      });
      expect((await sharp(poster).metadata()).width).toBe(320);
      await makePlayable(film, at(`${kind}.mp4`), { tools });
      expect(await probeVideo(at(`${kind}.mp4`), { tools })).toMatchObject({
        ...{ width: 320, height: 180, videoCodec: "h264", audioCodec: "aac" },
        ...{ isWebPlayable: true, isInterlaced: false },
      });
    },
  );

  test("large films come out with a short side of 720", async () => {
    await makeClip(at("4k.avi"), {
      picture: "testsrc2=s=1080x1920:r=5:d=0.6",
      sound: null,
      encode: ["-c:v", "mpeg4"],
    });
    await makePlayable(at("4k.avi"), at("made.mp4"));
    expect(await probeVideo(at("made.mp4"))).toMatchObject({ width: 720, height: 1280 });
  });

  test.each(Object.entries(filmCodecs))(
    "%s is described, shown and made playable, with its sound",
    async (name, { encoders, videoCodec, audioCodec, size = "320x180", encode }) => {
      for (const encoder of encoders) {
        if (!(await hasEncoder(encoder))) return console.warn(`SKIPPED: ${name}, ffmpeg has no ${encoder}.`);
      }
      const film = await makeClip(at(name), { encode: [...encode] });
      const [width, height] = size.split("x").map(Number) as [number, number];
      const { facts, poster } = await probeWithPoster(film, { tools });
      expect(facts).toMatchObject({ width, height, videoCodec, audioCodec, isWebPlayable: false });
      expect((await sharp(poster).metadata()).width).toBe(width);
      await makePlayable(film, at("made.mp4"), { tools });
      expect(await probeVideo(at("made.mp4"), { tools })).toMatchObject({
        ...{ width, height, videoCodec: "h264", audioCodec: "aac", isWebPlayable: true },
      });
    },
  );

  test("an old phone's 3GP with AMR speech becomes playable, with its sound", async () => {
    // ffmpeg can read AMR but not write it, so these are frames of silence, 20 ms each.
    const frame = Buffer.alloc(13);
    frame[0] = 0x04;
    await writeFile(at("speech.amr"), Buffer.concat([Buffer.from("#!AMR\n"), ...Array(80).fill(frame)]));
    await makeClip(at("mute.3gp"), {
      sound: null,
      encode: ["-c:v", "h263", "-s", "176x144", "-f", "3gp"],
    });
    const both = ["-i", at("mute.3gp"), "-i", at("speech.amr"), "-c", "copy", "-f", "3gp", at("phone.3gp")];
    await execute("ffmpeg", ["-v", "error", "-nostdin", "-y", ...both]);
    expect(await probeVideo(at("phone.3gp"))).toMatchObject({ videoCodec: "h263", audioCodec: "amr_nb" });
    await makePlayable(at("phone.3gp"), at("made.mp4"));
    expect(await probeVideo(at("made.mp4"))).toMatchObject({
      ...{ width: 256, height: 144, audioCodec: "aac", isWebPlayable: true },
    });
  });

  test.each([
    ["HLG", "arib-std-b67"],
    ["HDR10", "smpte2084"],
  ] as const)("HEVC with %s colours becomes H.264 in standard ones", async (kind, transfer) => {
    if (!(await hasEncoder("libx265"))) return console.warn("SKIPPED: HEVC, ffmpeg has no libx265.");
    const colours = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
    const params = `log-level=none:${colours}${kind === "HDR10" ? ":hdr10=1:max-cll=1000,400" : ""}`;
    // The green of a screen as these formats store it: dull, unless it is mapped.
    await makeClip(at("hdr.mov"), {
      picture: "color=0x60a060:s=320x180:r=15:d=1.6",
      sound: null,
      encode: ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params", params],
    });
    expect(await probeVideo(at("hdr.mov"))).toMatchObject({ hdrTransfer: transfer, isWebPlayable: false });
    const greenness = async (file: string) => {
      const { poster } = await probeWithPoster(file, { tools: { ...tools, hasToneMapping: false } });
      const { r, g, b } = await middleColour(poster);
      return g - (r + b) / 2;
    };
    for (const rendition of ["full", "small"] as const) {
      await makePlayable(at("hdr.mov"), at("made.mp4"), { rendition });
      expect(await probeVideo(at("made.mp4"))).toMatchObject({ hdrTransfer: null, isWebPlayable: true });
      if (tools.hasToneMapping) expect(await greenness(at("made.mp4"))).toBeGreaterThan(80);
    }
    await makePlayable(at("hdr.mov"), at("made.mp4"), { tools: { ...tools, hasToneMapping: false } });
    expect(await greenness(at("made.mp4"))).toBeLessThan(70);
    expect(await sharp((await probeWithPoster(at("hdr.mov"))).poster).metadata()).toMatchObject({
      width: 320,
      height: 180,
    });
  });

  test("a small rendition has a short side of 360 and a rate that suits a slow connection", async () => {
    const noisy = "testsrc2=s=1920x1080:r=15:d=6,noise=alls=40:allf=t";
    const sound = "anoisesrc=d=6";
    const encode = [...h264, "-crf", "28"];
    await makeClip(at("noisy.mp4"), { picture: noisy, sound, encode });
    await makePlayable(at("noisy.mp4"), at("small.mp4"), { rendition: "small" });
    expect(await probeVideo(at("small.mp4"))).toMatchObject({ width: 640, height: 360, isWebPlayable: true });
    // The rate limit is averaged over two seconds, so a short film starts above it.
    expect(((await stat(at("small.mp4"))).size * 8) / 6 / 1000).toBeLessThan(750);
    const bytes = await readFile(at("small.mp4"));
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    const frames = ["-select_streams", "v", "-skip_frame", "nokey", "-show_entries", "frame=pts_time"];
    const { stdout } = await execute("ffprobe", [
      "-v",
      "error",
      ...frames,
      "-of",
      "csv=p=0",
      at("small.mp4"),
    ]);
    // A seek goes back two seconds at most.
    expect(
      stdout
        .trim()
        .split("\n")
        .map((time) => Math.round(Number.parseFloat(time))),
    ).toEqual([0, 2, 4]);
    await makePlayable(at("web.mp4"), at("small.mp4"), { rendition: "small" });
    expect(await probeVideo(at("small.mp4"))).toMatchObject({ width: 320, height: 180 });
  });

  test("a picture isn't a film", async () => {
    await writeFile(at("picture.mp4"), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await expect(probeVideo(at("picture.mp4"))).rejects.toThrow("The file is not a video");
  });
});

/** Playlists that name another file: one in HLS, and one in ffmpeg's own format. */
function playlistsOf(file: string): string[] {
  return [
    `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${path.basename(file)}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile '${file}'\n`,
  ];
}
