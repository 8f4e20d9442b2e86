import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { decoderPeaks, decoderTimes, maxDecoderBytes } from "@/tests/support/decoders";

// Real and hostile pictures from public test suites, stored next to the checkout and not part of it.
const corpus = path.resolve(import.meta.dirname, "../../../../../shared/corpus");
const isThere = existsSync(corpus);
if (!isThere) console.warn("SKIPPED: the picture corpus isn't beside the checkout.");
const describeWithCorpus = isThere ? describe : describe.skip;

const filesIn = (folder: string) => {
  const files = readdirSync(path.join(corpus, folder)).map((name) => path.join(corpus, folder, name));
  expect(files.length).toBeGreaterThan(30);
  return files;
};
const typeOf = (file: string) => sniffFileType(readFileSync(file).subarray(0, sniffBytes));

const isTakenNow = (file: string) => /\.(?:webp|avif|hei[cf])$/.test(file);
/** One of these that libheif's own program can't read either. */
const damaged = ["4a0a5b28adaa.heif"];

/** 2 s of CPU time for a file (quality.md, Decoding); a slow machine may take several times as long. */
const maxMs = 8_000;

const derived = new Map<string, Promise<Outcome>>();
interface Outcome {
  made: Awaited<ReturnType<typeof makeImageDerivatives>> | null;
  error: unknown;
  ms: number;
  /** The most memory that any decoder had used by then. */
  peak: number;
}

/** A process killed for taking too long no longer reports its time. */
const isOverdue = ({ cause }: Error) => cause instanceof ChildError && cause.code === "overdue";

async function measure(file: string): Promise<Outcome> {
  const before = decoderTimes();
  const [outcome] = await Promise.allSettled([makeImageDerivatives(file)]);
  const ms = Math.max(0, ...[...decoderTimes()].map(([id, taken]) => taken - (before.get(id) ?? 0)));
  const peak = Math.max(0, ...decoderPeaks());
  return outcome.status === "fulfilled"
    ? { made: outcome.value, error: null, ms, peak }
    : {
        made: null,
        error: outcome.reason,
        ms: isOverdue(outcome.reason) ? Number.POSITIVE_INFINITY : ms,
        peak,
      };
}

/** Each file is processed once, by the first test that asks for it. */
function derive(file: string): Promise<Outcome> {
  const known = derived.get(file) ?? measure(file);
  derived.set(file, known);
  return known;
}

describeWithCorpus("the corpus", () => {
  test("every valid picture is recognised and gets its derivatives", async () => {
    const failed: string[] = [];
    for (const file of filesIn("decodes")) {
      const made = typeOf(file)?.mediaType === "image" ? (await derive(file)).made : null;
      const isWhole =
        made && made.thumbnail.length > 0 && made.medium.length > 0 && made.width > 0 && made.height > 0;
      const isBare =
        made &&
        !/Exif\0|http:\/\/ns\.adobe\.com|ICC_PROFILE|EXIF|XMP /.test(
          made.medium.subarray(0, 4096).toString("latin1") +
            made.thumbnail.subarray(0, 4096).toString("latin1"),
        );
      if (!isWhole || !isBare) failed.push(path.basename(file));
    }
    expect(failed).toEqual([]);
  }, 600_000);

  test("every broken picture is refused with a message, and nothing crashes", async () => {
    for (const file of filesIn("broken")) {
      expect((await derive(file)).error).toBeInstanceOf(ImageError);
      expect(await readPhotoMetadata(file)).toHaveProperty("takenAt");
    }
  });

  // They were collected when the album only took JPEG, PNG and GIF.
  test("WebP, AVIF and HEIC are recognised, and shown unless they are damaged", async () => {
    const taken = filesIn("must-reject").filter(isTakenNow);
    expect(taken.length).toBeGreaterThan(30);
    const failed: string[] = [];
    for (const file of taken) {
      expect([path.basename(file), typeOf(file)?.mediaType]).toEqual([path.basename(file), "image"]);
      const { made, error } = await derive(file);
      if (!made) {
        expect(error).toBeInstanceOf(ImageError);
        failed.push(path.basename(file));
      }
    }
    expect(failed.sort()).toEqual(damaged);
  });

  test("every other type is refused by its first bytes, and by the decoder as well", async () => {
    for (const file of filesIn("must-reject").filter((one) => !isTakenNow(one))) {
      expect([path.basename(file), typeOf(file)]).toEqual([path.basename(file), null]);
      expect((await derive(file)).error).toBeInstanceOf(ImageError);
    }
  });

  test("no file takes much time or memory", async () => {
    const files = ["decodes", "broken", "must-reject"].flatMap(filesIn);
    const taken: { name: string; ms: number; peak: number }[] = [];
    for (const file of files) {
      const { ms, peak } = await derive(file);
      taken.push({ name: path.basename(file), ms, peak });
    }
    expect(taken.filter(({ ms, peak }) => ms > maxMs || peak > maxDecoderBytes)).toEqual([]);
    const slowest = taken.toSorted((one, other) => other.ms - one.ms)[0];
    const highest = Math.max(...taken.map(({ peak }) => peak));
    expect(highest).toBeGreaterThan(0);
    expect(slowest?.ms).toBeGreaterThan(0);
    console.log(
      `${files.length} files; ${slowest?.name} took longest, ${Math.round(slowest?.ms ?? 0)} ms; ${Math.round(highest / 1e6)} MB at most`,
    );
  }, 600_000);

  test("dates are read from many of them, without ever throwing", async () => {
    let dated = 0;
    for (const file of filesIn("decodes")) if ((await readPhotoMetadata(file)).takenAt) dated += 1;
    expect(dated).toBeGreaterThan(20);
  });
});
