import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipWriter } from "@/lib/platform/files/zip-writer";
import { makeSheetImage } from "@/lib/platform/images/print-image";
import { drawOrderSheet, type SheetContent, type SheetPicture } from "@/lib/platform/pdf/order-sheet";
import { printName } from "@/lib/platform/print-providers/print-names";
import {
  type PictureProblem,
  type PrintJob,
  UnprintableError,
} from "@/lib/platform/print-providers/print-provider";
import { countryName } from "@/lib/shared/countries";

const sheetName = "order-sheet.pdf";
const textName = "order.txt";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function factsOf(job: PrintJob, problems: PictureProblem[]): SheetContent["facts"] {
  const prints = job.pictures.reduce((sum, { copies }) => sum + copies, 0);
  const { name, line1, line2, city, postcode, country, phone } = job.recipient;
  const lines = [name, line1, line2, city, postcode].filter(Boolean).join(", ");
  const address = [lines, countryName(country)].filter(Boolean).join(", ");
  return [
    ["Ordered", `${day.format(job.placedAt)}${job.orderedBy ? ` by ${job.orderedBy}` : ""}`],
    ["Send to", address],
    ...([lines, address].includes(job.shippingAddress)
      ? []
      : [["Address as confirmed", job.shippingAddress] as const]),
    ...(phone ? [["Telephone", phone] as const] : []),
    ...(job.courtesyName
      ? [["Please add to the parcel", `With love from ${job.courtesyName}`] as const]
      : []),
    ["Prints", `${prints} of ${job.pictures.length === 1 ? "1 photo" : `${job.pictures.length} photos`}`],
    ...(problems.length > 0
      ? [["Not in this package", problems.map(({ fileName }) => fileName).join(", ")] as const]
      : []),
  ];
}

/** The sheet as plain text in every script, for letters that the PDF's font lacks. */
function sheetText({ heading, facts, pictures }: SheetContent): string {
  const rows = pictures.map(
    ({ name, paper, copies, problem }) => `${copies} x  ${name}  (${problem ?? paper})`,
  );
  return [heading, "", ...facts.map(([label, value]) => `${label}: ${value}`), "", ...rows, ""].join("\r\n");
}

async function addPictures(zip: ZipWriter, job: PrintJob) {
  const problems: PictureProblem[] = [];
  const pictures: SheetPicture[] = [];
  for (const [index, picture] of job.pictures.entries()) {
    const { id, fileName, size, finish, copies, render } = picture;
    const name = printName(picture, index, job.pictures.length);
    const row = { name, copies, paper: `${size}, ${finish}` };
    try {
      const print = await render();
      await zip.add(name, Readable.from([print]), {
        compress: false,
        size: print.length,
        mtime: job.placedAt,
      });
      pictures.push({ ...row, thumbnail: await makeSheetImage(print), problem: null });
    } catch (error) {
      if (!(error instanceof UnprintableError)) throw error;
      problems.push({ pictureId: id, fileName, reason: error.message });
      pictures.push({ ...row, name: fileName, thumbnail: null, problem: `Not printed: ${error.message}` });
    }
  }
  return { problems, pictures };
}

/**
 * Writes the ZIP a lab prints from: a JPEG for each picture, and the order sheet. One picture at a time is in memory.
 * Pictures that can't be printed are left out and named on the sheet.
 */
export async function writePrintPackage(job: PrintJob, file: string): Promise<PictureProblem[]> {
  const zip = new ZipWriter();
  const written = pipeline(zip.output, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  // Handled by the `await` below.
  written.catch(() => {});
  try {
    const { problems, pictures } = await addPictures(zip, job);
    const content = {
      heading: `${job.familyName}: order ${job.number}`,
      facts: factsOf(job, problems),
      pictures,
      lettersNote: `Characters that could not be printed here are in ${textName}, in this package.`,
    };
    zip.addText(sheetName, await drawOrderSheet(content));
    zip.addText(textName, Buffer.from(`\ufeff${sheetText(content)}`));
    zip.end();
    await written;
    return problems;
  } catch (error) {
    zip.output.destroy();
    throw error;
  }
}
