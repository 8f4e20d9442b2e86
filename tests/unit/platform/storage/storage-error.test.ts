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

test("an error of the storage that another bundle made is known for what it is", async () => {
  const Other = await otherStorageError();
  expect(Other).not.toBe(StorageError);
  const error = new Other("full", "No room");
  expect(error).toBeInstanceOf(StorageError);
  expect(asAppError(error)).toMatchObject({ status: 507, code: "storage_full" });
});

test("other errors, and what is no error, are none of the storage's", () => {
  for (const value of [new Error("x"), new TypeError("x"), null, undefined, "StorageError", {}]) {
    expect(value instanceof StorageError).toBe(false);
  }
});
