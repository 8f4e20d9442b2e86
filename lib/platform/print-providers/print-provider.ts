import type { PrintSize } from "@/lib/shared/print-products";

/** A readable reason why a picture can't be printed. */
export class UnprintableError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "UnprintableError";
  }
}

/** The provider can't be reached, asks to retry, or answers with nonsense: worth another try. */
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

/** An order, in the form a lab needs it. */
export interface PrintJob {
  /** Our id, the same for every attempt. */
  orderId: string;
  number: number;
  placedAt: Date;
  familyName: string;
  orderedBy: string | null;
  recipient: PrintRecipient;
  /** As confirmed by the person who ordered. */
  shippingAddress: string;
  /** The sender shown on the parcel; null: none. */
  courtesyName: string | null;
  pictures: PrintPicture[];
  /** Where the lab's files are stored. */
  packageKey: string;
  /** Where a provider reports that something has changed. */
  callbackUrl: string;
}

export interface PictureProblem {
  pictureId: string;
  fileName: string;
  reason: string;
}

export type ProviderState = "received" | "in_production" | "dispatched" | "cancelled";

export interface ProviderOrder {
  /** The provider's own id for the order. */
  reference: string;
  state: ProviderState;
  trackingUrl: string | null;
  /** The provider's complaints, in its words. */
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

/** A lab: one contract for the built-in one and external ones (tests/support/print-provider-contract.ts). */
export interface PrintProvider {
  /** As used in addresses. */
  readonly name: string;
  /** As shown to people. */
  readonly label: string;
  /**
   * Submits an order; the same order submitted twice is one order. Pictures that can't be printed are left out and
   * named.
   * @throws UndeliverableError when it is refused permanently
   * @throws ProviderUnavailableError when another try may help
   */
  submit(job: PrintJob): Promise<Submission>;
  /** An order's progress; null for one it doesn't know. @throws ProviderUnavailableError */
  status(reference: string): Promise<ProviderOrder | null>;
  /** Can be repeated; null for an order it doesn't know. @throws ProviderUnavailableError */
  cancel(reference: string): Promise<"cancelled" | "too_late" | null>;
  /** Goes through the motions without an order. @throws ProviderUnavailableError */
  dryRun(): Promise<ProviderCheck[]>;
}
