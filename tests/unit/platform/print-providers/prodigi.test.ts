import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ProviderUnavailableError } from "@/lib/platform/print-providers/print-provider";
import { prodigi } from "@/lib/platform/print-providers/prodigi";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import {
  brokenPicture,
  printJob,
  printPicture,
  testPrintProviderContract,
} from "@/tests/support/print-provider-contract";
import { prodigiKey, startProdigi, type Trouble } from "@/tests/support/prodigi-server";

// Before the settings are first read.
const server = await startProdigi();
Object.assign(process.env, {
  DATA_DIR: mkdtempSync(path.join(tmpdir(), "keepsake-prodigi-")),
  APP_URL: "https://album.example.org",
  PRODIGI_API_KEY: prodigiKey,
  PRODIGI_API_BASE: server.url,
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

describe("Prodigi", () => testPrintProviderContract(prodigi));

test("an order has the recipient, the papers, the copies, a link for each picture and a callback address", async () => {
  const [first, second] = [
    printPicture(),
    printPicture({ size: "8x10", finish: "Matte", copies: 1, fileName: "cake.jpg" }),
  ];
  const job = printJob({ pictures: [first, second] });
  await prodigi.submit(job);
  expect(server.orders[0]?.body).toEqual({
    merchantReference: "Order 12",
    idempotencyKey: job.orderId,
    shippingMethod: "Budget",
    callbackUrl: job.callbackUrl,
    recipient: {
      name: "Rose Okafor",
      email: "rose@example.org",
      phoneNumber: "+447700900123",
      address: { line1: "1 Garden Lane", townOrCity: "Leeds", postalOrZipCode: "LS1 1AA", countryCode: "IE" },
    },
    items: [
      {
        merchantReference: first.id,
        sku: "GLOBAL-PHO-4X6",
        attributes: { finish: "gloss" },
        copies: 2,
        sizing: "fillPrintArea",
        assets: [{ printArea: "default", url: first.url }],
      },
      {
        merchantReference: second.id,
        sku: "GLOBAL-PHO-8X10",
        attributes: { finish: "lustre" },
        copies: 1,
        sizing: "fillPrintArea",
        assets: [{ printArea: "default", url: second.url }],
      },
    ],
  });
});

test.each<Trouble>(["busy", "broken", "garbage", "huge", "hang up"])(
  "a server that is %s is retried",
  async (trouble) => {
    server.trouble = trouble;
    await expect(prodigi.submit(printJob())).rejects.toThrow(ProviderUnavailableError);
    await expect(prodigi.status("ord_1")).rejects.toThrow(ProviderUnavailableError);
  },
);

test("an order whose answer was lost is the same order at the next attempt", async () => {
  server.trouble = "lost answer";
  const job = printJob();
  await expect(prodigi.submit(job)).rejects.toThrow("Prodigi could not be reached");
  server.trouble = "none";
  await prodigi.submit(job);
  expect(server.orders).toHaveLength(1);
});

test("a permanent refusal says why", async () => {
  server.trouble = "refuses";
  await expect(prodigi.submit(printJob())).rejects.toThrow(
    new UndeliverableError('Prodigi refused it (400 ValidationFailed). {"a":1}'),
  );
});

test("without a printable picture nothing is ordered", async () => {
  await expect(prodigi.submit(printJob({ pictures: [brokenPicture()] }))).rejects.toThrow(UndeliverableError);
  expect(server.calls).toEqual([]);
});

test("an order's progress comes from its stage, its production and its parcels", async () => {
  const { reference } = await prodigi.submit(printJob());
  const [order] = server.orders;
  if (!order) throw new Error("There is no order");
  const state = async () => (await prodigi.status(reference))?.state;
  order.inProduction = "InProgress";
  expect(await state()).toBe("in_production");
  expect(await prodigi.cancel(reference)).toBe("too_late");
  order.issues = [{ errorCode: "items.assets.NotDownloaded", description: "A picture could not be fetched" }];
  expect((await prodigi.status(reference))?.issues).toEqual(["A picture could not be fetched"]);
  const tracking = (url: string) => ({ dispatchDate: "2026-11-22", tracking: { number: "1", url } });
  order.shipments = [tracking("javascript:alert(1)"), tracking("https://post.example/1")];
  expect(await prodigi.status(reference)).toMatchObject({
    state: "dispatched",
    trackingUrl: "https://post.example/1",
  });
  order.stage = "Cancelled";
  expect(await state()).toBe("cancelled");
});
