import { asAppError } from "@/lib/http/error-mapping";
import { StorageError } from "@/lib/platform/storage/storage-driver";

/** The class as another bundle in the same process has it. */
async function otherStorageError(): Promise<typeof StorageError> {
  let found: typeof StorageError | undefined;
  await jest.isolateModulesAsync(async () => {
    found = (await import("@/lib/platform/storage/storage-driver")).StorageError;
  });
  if (!found) throw new Error("The module gave nothing");
  return found;
}

test("a storage error created by another bundle is recognised", async () => {
  const Other = await otherStorageError();
  expect(Other).not.toBe(StorageError);
  const error = new Other("full", "No room");
  expect(error).toBeInstanceOf(StorageError);
  expect(asAppError(error)).toMatchObject({ status: 507, code: "storage_full" });
});

test("other errors, and values that aren't errors, are not storage errors", () => {
  for (const value of [new Error("x"), new TypeError("x"), null, undefined, "StorageError", {}]) {
    expect(value instanceof StorageError).toBe(false);
  }
});
