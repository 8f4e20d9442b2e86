import { env } from "@/lib/env";
import {
  type PictureProblem,
  type PrintJob,
  type PrintPicture,
  type PrintProvider,
  type ProviderCheck,
  ProviderUnavailableError,
  type Submission,
  UnprintableError,
} from "@/lib/platform/print-providers/print-provider";
import {
  actionAnswerSchema,
  orderAnswerSchema,
  providerOrder,
  quoteAnswerSchema,
} from "@/lib/platform/print-providers/prodigi-answers";
import { askProdigi } from "@/lib/platform/print-providers/prodigi-client";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { finishes, type PrintSize, printSizes } from "@/lib/shared/print-products";

/** Prodigi's C-type photo prints. */
const skus: Record<PrintSize, string> = {
  "4x6": "GLOBAL-PHO-4X6",
  "5x7": "GLOBAL-PHO-5X7",
  "8x10": "GLOBAL-PHO-8X10",
};
/** They call their matt paper lustre. */
const finishOf = (finish: string) => (finish === "Matte" ? "lustre" : "gloss");

const paper = ({ size, finish }: { size: PrintSize; finish: string }) => ({
  sku: skus[size],
  attributes: { finish: finishOf(finish) },
});

/** Renders each print once before it is ordered: what can't be rendered must not be paid for. */
async function sortPictures(pictures: PrintPicture[]) {
  const problems: PictureProblem[] = [];
  const printable: PrintPicture[] = [];
  for (const picture of pictures) {
    try {
      await picture.render();
      printable.push(picture);
    } catch (error) {
      if (!(error instanceof UnprintableError)) throw error;
      problems.push({ pictureId: picture.id, fileName: picture.fileName, reason: error.message });
    }
  }
  return { problems, printable };
}

function orderBody(job: PrintJob, pictures: PrintPicture[]) {
  const { name, line1, line2, city, postcode, country, phone, email } = job.recipient;
  return {
    merchantReference: `Order ${job.number}`,
    // The same for every attempt: they return the existing order.
    idempotencyKey: job.orderId,
    shippingMethod: env.PRODIGI_SHIPPING,
    callbackUrl: job.callbackUrl,
    recipient: {
      name,
      ...(email ? { email } : {}),
      ...(phone ? { phoneNumber: phone } : {}),
      address: {
        line1,
        ...(line2 ? { line2 } : {}),
        townOrCity: city,
        postalOrZipCode: postcode,
        countryCode: country,
      },
    },
    items: pictures.map((picture) => ({
      merchantReference: picture.id,
      ...paper(picture),
      copies: picture.copies,
      sizing: "fillPrintArea",
      assets: [{ printArea: "default", url: picture.url }],
    })),
  };
}

/** Prodigi's print API, version 4. */
export const prodigi: PrintProvider = {
  name: "prodigi",
  label: "Prodigi",

  async submit(job): Promise<Submission> {
    const { problems, printable } = await sortPictures(job.pictures);
    if (printable.length === 0) throw new UndeliverableError("No photo in this order can be printed.");
    const answer = await askProdigi("POST", "/orders", orderAnswerSchema, orderBody(job, printable));
    if (!answer) throw new UndeliverableError("Prodigi does not take orders at PRODIGI_API_BASE (404).");
    return { ...providerOrder(answer.order), problems };
  },

  async status(reference) {
    const answer = await askProdigi("GET", `/orders/${encodeURIComponent(reference)}`, orderAnswerSchema);
    return answer && providerOrder(answer.order);
  },

  async cancel(reference) {
    const path = `/orders/${encodeURIComponent(reference)}`;
    const before = await this.status(reference);
    if (!before) return null;
    if (before.state === "cancelled") return "cancelled";
    try {
      const answer = await askProdigi("POST", `${path}/actions/cancel`, actionAnswerSchema);
      return answer?.outcome === "Cancelled" ? "cancelled" : "too_late";
    } catch (error) {
      // ActionNotAvailable and FailedToCancel.
      if (error instanceof UndeliverableError) return "too_late";
      throw error;
    }
  },

  async dryRun(): Promise<ProviderCheck[]> {
    const checks: ProviderCheck[] = [];
    for (const size of printSizes) {
      for (const finish of finishes) {
        checks.push(await quote(size, finish));
      }
    }
    return checks;
  },
};

async function quote(size: PrintSize, finish: string): Promise<ProviderCheck> {
  const label = `A quote for a ${size} ${finish} print`;
  try {
    const answer = await askProdigi("POST", "/quotes", quoteAnswerSchema, {
      shippingMethod: env.PRODIGI_SHIPPING,
      destinationCountryCode: env.PRODIGI_COUNTRY,
      items: [{ ...paper({ size, finish }), copies: 1, assets: [{ printArea: "default" }] }],
    });
    const costs = answer?.quotes[0]?.costSummary;
    if (!costs)
      return { label, isOk: false, detail: "Prodigi doesn't give quotes at PRODIGI_API_BASE (404)." };
    const { items, shipping } = costs;
    return {
      label,
      isOk: true,
      detail: `${items.amount} ${items.currency}, and ${shipping.amount} ${shipping.currency} to send it`,
    };
  } catch (error) {
    if (error instanceof UndeliverableError || error instanceof ProviderUnavailableError) {
      return { label, isOk: false, detail: error.message };
    }
    throw error;
  }
}
