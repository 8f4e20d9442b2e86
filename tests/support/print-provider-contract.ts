import { randomUUID } from "node:crypto";
import { makePrintImage, makeTestPicture } from "@/lib/platform/images/print-image";
import {
  type PrintJob,
  type PrintPicture,
  type PrintProvider,
  UnprintableError,
} from "@/lib/platform/print-providers/print-provider";

const paper = { left: 0, top: 0, width: 900, height: 600, paperWidth: 1800, paperHeight: 1200 };

export function printPicture(change: Partial<PrintPicture> = {}): PrintPicture {
  const id = randomUUID();
  return {
    id,
    fileName: "beach.jpg",
    size: "4x6",
    finish: "Gloss",
    copies: 2,
    url: `https://album.example.org/api/print-packages/${id}`,
    render: async () => makePrintImage(await makeTestPicture(900, 600), () => paper),
    ...change,
  };
}

/** A picture that can't be printed. */
export const brokenPicture = (change: Partial<PrintPicture> = {}) =>
  printPicture({
    fileName: "broken.jpg",
    render: () => Promise.reject(new UnprintableError("Its file is missing.")),
    ...change,
  });

export function printJob(change: Partial<PrintJob> = {}): PrintJob {
  const orderId = randomUUID();
  return {
    orderId,
    number: 12,
    placedAt: new Date("2026-11-05T12:00:00Z"),
    familyName: "The Okafors",
    orderedBy: "rose",
    recipient: {
      name: "Rose Okafor",
      line1: "1 Garden Lane",
      line2: null,
      city: "Leeds",
      postcode: "LS1 1AA",
      country: "IE",
      phone: "+447700900123",
      email: "rose@example.org",
    },
    shippingAddress: "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    courtesyName: "Nana's kitchen",
    pictures: [printPicture()],
    packageKey: `families/f/prints/${orderId}/package.zip`,
    callbackUrl: "https://album.example.org/api/print-providers/prodigi/webhook?token=t",
    ...change,
  };
}

/** What every lab must do. */
export function testPrintProviderContract(provider: PrintProvider): void {
  test("an order is accepted, and can be queried by its reference", async () => {
    const made = await provider.submit(printJob());
    expect(made).toMatchObject({ state: "received", trackingUrl: null, issues: [], problems: [] });
    expect(await provider.status(made.reference)).toMatchObject({
      reference: made.reference,
      state: "received",
    });
  });

  test("submitting the same order again creates no second one", async () => {
    const job = printJob();
    const [first, second] = [await provider.submit(job), await provider.submit(job)];
    expect(second.reference).toBe(first.reference);
    expect((await provider.submit(printJob())).reference).not.toBe(first.reference);
  });

  test("a picture that can't be printed is left out and named", async () => {
    const broken = brokenPicture();
    const { problems } = await provider.submit(printJob({ pictures: [printPicture(), broken] }));
    expect(problems).toEqual([
      { pictureId: broken.id, fileName: "broken.jpg", reason: "Its file is missing." },
    ]);
  });

  test("any other failure, such as an unavailable store, fails the order", async () => {
    const render = () => Promise.reject(new Error("The store is away"));
    const job = printJob({ pictures: [printPicture(), printPicture({ render })] });
    await expect(provider.submit(job)).rejects.toThrow("The store is away");
    expect(await provider.status(job.packageKey)).toBeNull();
  });

  test("cancelling twice is the same as cancelling once", async () => {
    const { reference } = await provider.submit(printJob());
    expect(await provider.cancel(reference)).toBe("cancelled");
    expect(await provider.cancel(reference)).toBe("cancelled");
  });

  test("an order that it never received is unknown", async () => {
    expect(await provider.status("families/f/prints/none/package.zip")).toBeNull();
  });

  test("the dry run orders nothing and passes", async () => {
    const checks = await provider.dryRun();
    expect(checks.length).toBeGreaterThan(3);
    expect(checks.filter(({ isOk }) => !isOk)).toEqual([]);
  });
}
