import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";

// Real and hostile pictures of public test suites, kept beside the checkout and not part of it.
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

describeWithCorpus("the corpus", () => {
  test("every sound picture is recognised and gets its derivatives", async () => {
    const failed: string[] = [];
    for (const file of filesIn("decodes")) {
      const made =
        typeOf(file)?.mediaType === "image" ? await makeImageDerivatives(file).catch(() => null) : null;
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
  }, 120_000);

  test("every broken picture is refused in words, and nothing crashes", async () => {
    for (const file of filesIn("broken")) {
      const result = await makeImageDerivatives(file).catch((error: unknown) => error);
      expect(result).toBeInstanceOf(ImageError);
      expect(await readPhotoMetadata(file)).toHaveProperty("takenAt");
    }
  }, 60_000);

  test("every other type is refused by its first bytes, and would be by the decoder", async () => {
    for (const file of filesIn("must-reject")) {
      expect([path.basename(file), typeOf(file)]).toEqual([path.basename(file), null]);
      await expect(makeImageDerivatives(file)).rejects.toBeInstanceOf(ImageError);
    }
  }, 60_000);

  test("dates are read from many of them, and never throw", async () => {
    let dated = 0;
    for (const file of filesIn("decodes")) if ((await readPhotoMetadata(file)).takenAt) dated += 1;
    expect(dated).toBeGreaterThan(20);
  }, 60_000);
});
