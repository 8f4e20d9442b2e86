import { stat } from "node:fs/promises";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { makePrintImage, makeTestPicture, printDpi, readPrintFacts } from "@/lib/platform/images/print-image";
import { writePrintPackage } from "@/lib/platform/print-providers/print-package";
import type {
  PrintJob,
  PrintProvider,
  ProviderCheck,
  ProviderOrder,
  Submission,
} from "@/lib/platform/print-providers/print-provider";
import { getStorage } from "@/lib/platform/storage/storage";
import { defaultPrintProvider, printPixels, printSizes } from "@/lib/shared/print-products";

const received = (reference: string): ProviderOrder => ({
  reference,
  state: "received",
  trackingUrl: null,
  issues: [],
});

function testJob(picture: Buffer): PrintJob {
  const recipient = {
    name: "Test",
    line1: "1 Test Street",
    line2: null,
    city: "Testville",
    postcode: "T1 1ST",
    country: "GB",
  };
  return {
    orderId: "test",
    number: 0,
    placedAt: new Date(),
    familyName: "Test",
    orderedBy: null,
    recipient: { ...recipient, phone: null, email: null },
    shippingAddress: "Test, 1 Test Street, Testville, T1 1ST",
    courtesyName: null,
    packageKey: "test",
    callbackUrl: "",
    pictures: printSizes.map((size) => ({
      id: size,
      fileName: `test ${size}.jpg`,
      size,
      finish: "Gloss",
      copies: 1,
      url: "",
      render: () => {
        const [paperWidth, paperHeight] = printPixels[size];
        const height = Math.round((3600 * paperHeight) / paperWidth);
        const region = { left: 0, top: 0, width: 3600, height: Math.min(2700, height) };
        return makePrintImage(picture, () => ({ ...region, paperWidth, paperHeight }));
      },
    })),
  };
}

/**
 * The lab around the corner: an order becomes a ZIP of print-ready pictures with an order sheet, which an admin
 * downloads or the lab fetches through a signed link. An admin sets its progress.
 */
export const printLab: PrintProvider = {
  name: "professional-print-lab",
  label: defaultPrintProvider,

  async submit(job): Promise<Submission> {
    const problems = await withTemporaryFile("zip", async (file) => {
      const found = await writePrintPackage(job, file);
      // A new package replaces the previous one.
      await getStorage().replace(job.packageKey, { file });
      return found;
    });
    return { ...received(job.packageKey), problems };
  },

  async status(reference) {
    return (await getStorage().stat(reference)) ? received(reference) : null;
  },

  async cancel(reference) {
    await getStorage().delete(reference);
    return "cancelled";
  },

  async dryRun(): Promise<ProviderCheck[]> {
    const job = testJob(await makeTestPicture());
    const checks: ProviderCheck[] = [];
    for (const { size, render } of job.pictures) {
      const [width, height] = printPixels[size];
      const facts = await readPrintFacts(await render());
      const isRight = facts.width === width && facts.height === height && facts.dpi === printDpi;
      checks.push({
        label: `A ${size} print`,
        isOk: isRight && !facts.hasMetadata,
        detail: `${facts.width} x ${facts.height} pixels at ${facts.dpi ?? "no"} dpi, ${facts.hasMetadata ? "with" : "without"} metadata`,
      });
    }
    const bytes = await withTemporaryFile("zip", async (file) => {
      await writePrintPackage(job, file);
      return (await stat(file)).size;
    });
    checks.push({
      label: "The package",
      isOk: bytes > 0,
      detail: `${Math.ceil(bytes / 1024)} KB: photos, order sheet and its text`,
    });
    await getStorage().ready();
    checks.push({ label: "The store", isOk: true, detail: "Packages can be stored" });
    return checks;
  },
};
