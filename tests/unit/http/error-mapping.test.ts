import { asAppError } from "@/lib/http/error-mapping";
import { AppError, notFound } from "@/lib/http/errors";
import { StorageError } from "@/lib/platform/storage/storage-driver";

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error("inner words", { cause }), { code });

test("intentional errors stay as they are", () => {
  const error = notFound();
  expect(asAppError(error)).toBe(error);
});

test.each([
  ["a full disk", new StorageError("full", "x"), 507, "storage_full"],
  ["a store that doesn't answer", new StorageError("unavailable", "x"), 503, "storage_unavailable"],
  ["a refused connection", withCode("ECONNREFUSED"), 503, "database_unavailable"],
  ["a connection that the database ended", withCode("57P01"), 503, "database_unavailable"],
  [
    "a refused connection deep inside",
    new Error("a", { cause: withCode("x", withCode("P1001")) }),
    503,
    "database_unavailable",
  ],
  [
    "a connection that the database ended, as the driver's adapter tells it",
    new Error("a", { cause: { kind: "postgres", code: "57P01", originalMessage: "inner words" } }),
    503,
    "database_unavailable",
  ],
  [
    "a statement of ours on a connection that the database ended",
    Object.assign(withCode("P2010"), {
      meta: { driverAdapterError: new Error("x", { cause: { originalCode: "57P01" } }) },
    }),
    503,
    "database_unavailable",
  ],
  [
    "a statement on a connection that broke before it",
    new Error("a", { cause: new Error("Client has encountered a connection error and is not queryable") }),
    503,
    "database_unavailable",
  ],
  ["a transaction that found no connection", withCode("P2028"), 503, "busy"],
  ["a transaction that another one waited for", withCode("P2034"), 503, "busy"],
  ["a database without room", withCode("x", { originalCode: "53100" }), 507, "storage_full"],
  ["anything else", new Error("SELECT * FROM secrets"), 500, "internal"],
  ["what is no error", "a text", 500, "internal"],
  ["nothing", undefined, 500, "internal"],
])("%s", (_, thrown, status, code) => {
  const error = asAppError(thrown);
  expect([error.status, error.code]).toEqual([status, code]);
  expect(JSON.stringify(error.body())).not.toMatch(/SELECT|inner words/);
  if (status === 503) expect(Number(error.headers["Retry-After"])).toBeGreaterThan(0);
});

test("details override the error body, which otherwise has two texts and a code", () => {
  const error = new AppError("duplicate_file", 409, "Words.", {
    field: "a",
    details: { error: "duplicate_file" },
  });
  expect(error.body()).toEqual({
    error: "duplicate_file",
    message: "Words.",
    code: "duplicate_file",
    field: "a",
  });
});
