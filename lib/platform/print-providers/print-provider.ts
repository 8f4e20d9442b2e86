import type { PrintSize } from "@/lib/shared/print-products";

/** Said of a picture that can't be printed, in words for people. */
export class UnprintableError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "UnprintableError";
  }
}

/** The provider can't be reached, asks to try again, or answers with nonsense: worth another try. */
export class ProviderUnavailableError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "ProviderUnavailableError";
  }
}

export interface PrintPicture {
  id: string;
  /** As it was uploaded. */
  fileName: string;
  size: PrintSize;
  finish: string;
  copies: number;
  /** Where a provider fetches the finished print, for some days and without signing in. */
  url: string;
  /** The finished print: a JPEG. @throws UnprintableError */
  render: () => Promise<Buffer>;
}

export interface PrintRecipient {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  postcode: string;
  /** Two capital letters. */
  country: string;
  phone: string | null;
  email: string | null;
}

/** An order, as a lab wants to know it. */
export interface PrintJob {
  /** Ours, the same at every try. */
  orderId: string;
  number: number;
  placedAt: Date;
  familyName: string;
  orderedBy: string | null;
  recipient: PrintRecipient;
  /** As whoever ordered confirmed it. */
  shippingAddress: string;
  /** Who the parcel says it is from; null: it says nothing. */
  courtesyName: string | null;
  pictures: PrintPicture[];
  /** Where the files for a lab are kept. */
  packageKey: string;
  /** Where a provider tells that something has changed. */
  callbackUrl: string;
}

export interface PictureProblem {
  pictureId: string;
  fileName: string;
  reason: string;
}

export type ProviderState = "received" | "in_production" | "dispatched" | "cancelled";

export interface ProviderOrder {
  /** The provider's own name of the order. */
  reference: string;
  state: ProviderState;
  trackingUrl: string | null;
  /** What the provider complains of, in its words. */
  issues: string[];
}

export interface Submission extends ProviderOrder {
  /** Pictures that were left out. */
  problems: PictureProblem[];
}

export interface ProviderCheck {
  label: string;
  isOk: boolean;
  detail: string;
}

/** A lab: one contract for the built-in one and those elsewhere (tests/support/print-provider-contract.ts). */
export interface PrintProvider {
  /** As addresses have it. */
  readonly name: string;
  /** As people know it. */
  readonly label: string;
  /**
   * Hands an order over; the same order twice is one order. Pictures that can't be printed are left out and named.
   * @throws UndeliverableError when it is refused for good
   * @throws ProviderUnavailableError when another try may help
   */
  submit(job: PrintJob): Promise<Submission>;
  /** How far an order is; null for one it doesn't know. @throws ProviderUnavailableError */
  status(reference: string): Promise<ProviderOrder | null>;
  /** Cancelling twice is once; null for an order it doesn't know. @throws ProviderUnavailableError */
  cancel(reference: string): Promise<"cancelled" | "too_late" | null>;
  /** Goes through the motions without an order. @throws ProviderUnavailableError */
  dryRun(): Promise<ProviderCheck[]>;
}
