import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import type { PrintJob } from "@/lib/platform/print-providers/print-provider";
import { getStorage } from "@/lib/platform/storage/storage";
import {
  brokenPicture,
  printJob,
  printPicture,
  testPrintProviderContract,
} from "@/tests/support/print-provider-contract";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

// Before the settings are first read.
process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "keepsake-lab-"));
withTestStorage();

describe("the built-in lab", () => testPrintProviderContract(printLab));

async function packageOf(job: PrintJob): Promise<Map<string, Buffer>> {
  await printLab.submit(job);
  const parts: Buffer[] = [];
  for await (const part of await getStorage().read(job.packageKey)) parts.push(part as Buffer);
  return unzip(Buffer.concat(parts));
}

async function sheetOf(files: Map<string, Buffer>): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(files.get("order-sheet.pdf") ?? []));
  return (await extractText(pdf, { mergePages: true })).text;
}

test("a package holds a print for each picture, named by paper, place and copies, and the sheet", async () => {
  const job = printJob({
    pictures: [
      printPicture({ copies: 3 }),
      printPicture({ fileName: "../../etc/pass:wd.png", size: "5x7", finish: "Matte", copies: 1 }),
      printPicture({ fileName: "山田の夏.heic", copies: 10 }),
    ],
  });
  const files = await packageOf(job);
  expect([...files.keys()]).toEqual([
    "4x6-Gloss/01-3x-beach.jpg",
    "5x7-Matte/02-1x-etc pass wd.jpg",
    "4x6-Gloss/03-10x-山田の夏.jpg",
    "order-sheet.pdf",
    "order.txt",
  ]);
  const print = await sharp(files.get("4x6-Gloss/01-3x-beach.jpg")).metadata();
  expect(print).toMatchObject({ format: "jpeg", width: 1800, height: 1200, density: 300, space: "srgb" });
  expect([print.exif, print.xmp, print.iptc, print.icc]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("the order sheet says what is in the package, where it goes and who it is from", async () => {
  const text = await sheetOf(await packageOf(printJob({ pictures: [printPicture(), brokenPicture()] })));
  for (const words of [
    "The Okafors: order 12",
    "5 November 2026 by rose",
    "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA, Ireland",
    "+447700900123",
    "With love from Nana's kitchen",
    "4 of 2 photos",
    "01-2x-beach.jpg",
    "4x6, Gloss",
    "Not printed: Its file is missing.",
    "Not in this package",
    "1 / 1",
  ]) {
    expect(text).toContain(words);
  }
});

test("names in many scripts are on the sheet; letters that it can't draw are reported and are in the text", async () => {
  const name = "Zoë Łukasz Ελένη Ольга 山田 😀";
  const { recipient } = printJob();
  const files = await packageOf(printJob({ recipient: { ...recipient, name }, familyName: "Łukasz" }));
  const sheet = await sheetOf(files);
  expect(sheet).toContain("Łukasz: order 12");
  expect(sheet).toContain("Zoë Łukasz Ελένη Ольга");
  expect(sheet).toContain("Characters that could not be printed here are in order.txt");
  expect(files.get("order.txt")?.toString("utf8")).toContain(name);
  expect(await sheetOf(await packageOf(printJob()))).not.toContain("could not be printed");
});

test("a long order continues over several pages", async () => {
  const fileName = `${"a very long name ".repeat(12)}.jpg`;
  const { render } = printPicture();
  const print = await render();
  const pictures = Array.from({ length: 40 }, () => printPicture({ fileName, render: async () => print }));
  const text = await sheetOf(await packageOf(printJob({ pictures })));
  expect(text).toContain("4 / 4");
  expect(text).toContain("40-2x-a very long name");
});
