import { AppError, unavailable } from "@/lib/http/errors";
import { PaymentsError, type PaymentsErrorCode } from "@/lib/platform/payments/payments-driver";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { causesOf, errorCodes } from "@/lib/shared/database-errors";

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2037",
  "08000",
  "08001",
  "08003",
  "08006",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/**
 * A transaction got no connection in time, or took too long and was rolled back (Prisma); it lost a conflict, or was in
 * a deadlock.
 */
const busyCodes = new Set(["P2028", "P2034", "40001", "40P01"]);

/** PostgreSQL's disk is full. */
const diskFull = "53100";

/** Messages of the driver and of Prisma, which give some of their errors no code. */
const connectionLostPattern = new RegExp(
  [
    "Connection terminated",
    "Can't reach database server",
    "DatabaseNotReachable",
    "timeout exceeded when trying to connect",
    "not queryable",
    "Server has closed the connection",
    "ConnectionClosed",
  ].join("|"),
  "i",
);

const isDatabaseAway = (error: unknown) =>
  errorCodes(error).some((code) => connectionCodes.has(code)) ||
  causesOf(error).some(({ message }) => typeof message === "string" && connectionLostPattern.test(message));

const storageFull = () =>
  new AppError(
    "storage_full",
    507,
    "The server's disk is full. Nothing was lost; please let the person who runs it know.",
  );

/** Readable messages, without anything the provider said: that is in the log. */
const paymentsFaults: Record<PaymentsErrorCode, () => AppError> = {
  not_configured: () =>
    unavailable(
      "billing_not_configured",
      "Card payments aren't set up here, so nothing was bought and nothing was charged.",
      86_400,
    ),
  unreachable: () =>
    unavailable(
      "payments_unavailable",
      "The card payment provider can't be reached right now. Nothing was charged; please try again.",
    ),
  bad_key: () =>
    unavailable(
      "billing_misconfigured",
      "The payment could not be started. Nothing was charged; please tell an admin of your family.",
      3_600,
    ),
  refused: () =>
    new AppError(
      "payment_refused",
      502,
      "The card payment provider rejected this request. Nothing was charged; please try again later.",
    ),
  bad_signature: () =>
    new AppError("bad_signature", 400, "This request is not signed by the card payment provider."),
};

/** The answer for anything thrown. Unexpected errors become one fixed sentence: no internals leak. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof PaymentsError) return paymentsFaults[thrown.code]();
  if (thrown instanceof StorageError) {
    if (thrown.code === "full") return storageFull();
    return unavailable(
      "storage_unavailable",
      "The photo storage can't be reached right now. Please try again.",
    );
  }
  const codes = errorCodes(thrown);
  if (codes.includes(diskFull)) return storageFull();
  if (codes.some((code) => busyCodes.has(code))) {
    return unavailable("busy", "The album is very busy right now. Please try again in a moment.");
  }
  if (isDatabaseAway(thrown)) {
    return unavailable("database_unavailable", "The album is starting up. Please try again in a moment.");
  }
  return new AppError(
    "internal",
    500,
    "Something went wrong on our side. Nothing was lost; please try again.",
  );
}
