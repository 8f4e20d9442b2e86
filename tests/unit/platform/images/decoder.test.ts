import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { z } from "zod";
import { Decoder, madeBytes } from "@/lib/platform/images/decoder";
import type { DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { ImageError } from "@/lib/platform/images/image-error";
import { decoderIds } from "@/tests/support/decoders";
import { plainPicture } from "@/tests/support/pictures";
import { until } from "@/tests/support/until";

const program = path.resolve("tests", "support", "fake-child.mjs");
const answer = z.object({ pid: z.number() });
const decoders: Decoder[] = [];

function decoderOf(...options: ConstructorParameters<typeof Decoder>): Decoder {
  const decoder = new Decoder(...options);
  decoders.push(decoder);
  return decoder;
}
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.close()));
});

/** A request to the program that stands in for the decoder and has jobs of its own. */
const asked = (job: string, options = {}) => ({ job, ...options }) as unknown as DecoderRequest;

/** Decoders left by test files that ran earlier in this process; they end without our help. */
const earlier = new Set(decoderIds());
const running = () => decoderIds().filter((id) => !earlier.has(id));

describe("the decoder", () => {
  test.each(["die", "nonsense", "refuse", "eat"])(
    "reports a picture over which its process does this: %s; the next is decoded",
    async (job) => {
      const decoder = decoderOf({ program });
      await expect(decoder.decode(answer, asked(job))).rejects.toBeInstanceOf(ImageError);
      expect(await decoder.decode(answer, asked("pid"))).toEqual({ pid: expect.any(Number) });
    },
  );

  test("reports a picture that takes too long, and an invalid answer", async () => {
    const decoder = decoderOf({ program, requestMs: 1_500 });
    await expect(decoder.decode(answer, asked("hang"))).rejects.toBeInstanceOf(ImageError);
    const other = z.object({ thumbnail: z.string() });
    await expect(decoder.decode(other, asked("pid"))).rejects.toBeInstanceOf(ImageError);
  });

  test("retains nothing of the photos whose metadata it has read", async () => {
    const bytes = await sharp(await plainPicture())
      .withExif({ IFD2: { DateTimeOriginal: "2021:07:08 09:10:11" } })
      .jpeg()
      .toBuffer();
    // Little more than it needs: if 10 KB of each photo stayed, the process would run out of memory.
    const decoder = decoderOf({ nodeArguments: ["--max-old-space-size=24", "--max-semi-space-size=1"] });
    const dated = z.object({ dates: z.array(z.string()) });
    const processes = new Set<string>();
    for (let photo = 0; photo < 2_000; photo++) {
      const { dates } = await decoder.decode(dated, { job: "metadata", isWhole: false }, bytes);
      expect(dates[0]).toBe("2021:07:08 09:10:11");
      if (photo % 500 === 0) processes.add(running().join());
    }
    processes.add(running().join());
    expect(processes.size).toBe(1);
  });

  test("loads only what deriving pictures needs until more is needed", () => {
    const text = readFileSync(path.join(".build", "decoder", "decode.mjs"), "utf8");
    const loaded = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name = ""]) => name);
    expect(new Set(loaded.filter((name) => !name.startsWith("node:")))).toEqual(
      new Set(["sharp", "thumbhash"]),
    );
  });

  test("retains little of what it has sent", async () => {
    const picture = await plainPicture("jpeg", 1024, 768);
    const decoder = decoderOf();
    const noted = z.object({ memoryBytes: z.number() });
    const memory: number[] = [];
    for (let photo = 0; photo < 200; photo++) {
      const { memoryBytes } = await decoder.decode(noted, { job: "pixels", side: 512 }, picture);
      memory.push(memoryBytes);
    }
    // Each is 0.8 MB, and as much again in the message; collecting garbage after dozens of them would be too late.
    expect(Math.max(...memory) - (memory[0] ?? 0)).toBeLessThan(25_000_000);
  });

  const derive = (decoder: Decoder, hangs = false) => decoder.decode(answer, asked("derivatives", { hangs }));

  test("keeps one free for an upload while as many pictures as possible are derived", async () => {
    const decoder = decoderOf({ program }, { derivations: 2, others: 1 });
    let isOver = false;
    void Promise.allSettled([derive(decoder, true), derive(decoder, true)]).then(() => {
      isOver = true;
    });
    expect(await decoder.decode(answer, asked("pid"))).toEqual({ pid: expect.any(Number) });
    // Each is retried once after its process ends.
    await until(async () => {
      await decoder.close();
      return isOver;
    });
  });

  test("derives pictures in separate processes", async () => {
    const decoder = decoderOf({ program }, { derivations: 1, others: 1 });
    const { pid: other } = await decoder.decode(answer, asked("pid"));
    const { pid: deriver } = await derive(decoder);
    expect(deriver).not.toBe(other);
    expect(await decoder.decode(answer, asked("pid"))).toEqual({ pid: other });
  });

  test("does everything in the same processes if there is no memory for more", async () => {
    const decoder = decoderOf({ program }, { derivations: 1, others: 0 });
    expect(await derive(decoder)).toEqual(await decoder.decode(answer, asked("pid")));
  });

  test("doesn't blame the picture if it doesn't start", async () => {
    const decoder = decoderOf({ program: path.resolve("no-such-program.mjs") });
    await expect(decoder.decode(answer, asked("pid"))).rejects.toMatchObject({ code: "absent" });
  });

  test("retains nothing of its message once it has been read", async () => {
    const messages: ArrayBufferLike[] = [];
    const noted = z.object({ bytes: madeBytes }).loose();
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const picture = await sharp({
      create: { width: 400, height: 300, channels: 3, background: "#000", noise },
    })
      .jpeg()
      .toBuffer();
    const seen = z.preprocess((message: { bytes: Uint8Array }) => {
      messages.push(message.bytes.buffer);
      return message;
    }, noted);
    const { bytes } = await decoderOf().decode(seen, { job: "withoutPlace" }, picture);
    expect(bytes.length).toBeGreaterThan(20_000);
    expect(messages.map(({ byteLength }) => byteLength)).toEqual([0]);
  });

  test("yields to pages and uploads", async () => {
    const others = running();
    await decoderOf().decode(z.object({}), { job: "describe" }, await plainPicture());
    const [pid = 0] = running().filter((one) => !others.includes(one));
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
  });

  test("continues with a picture whose process was killed from outside", async () => {
    const decoder = decoderOf();
    const facts = z.object({ width: z.number() });
    const picture = await plainPicture("jpeg", 64, 48);
    const others = running();
    await decoder.decode(facts, { job: "describe" }, picture);
    const [pid = 0, ...more] = running().filter((one) => !others.includes(one));
    expect(more).toEqual([]);
    const again = decoder.decode(facts, { job: "describe" }, picture);
    process.kill(pid, "SIGKILL");
    expect(await again).toEqual({ width: 64 });
    expect(running()).not.toContain(pid);
  });
});
