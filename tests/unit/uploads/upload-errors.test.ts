import { failureReason, isTooLarge, RefusedError } from "@/lib/album/uploads/client/upload-errors";

test.each(["HTTP 413: no", "Request Entity Too Large", "payload size exceeded"])(
  "an error that says %j means the file is too large",
  (message) => {
    expect(isTooLarge(new Error(message))).toBe(true);
  },
);

test("so does any answer with the status 413, and nothing else", () => {
  expect(isTooLarge(new RefusedError("no", 413, undefined))).toBe(true);
  expect(isTooLarge(new RefusedError("no", 500, undefined))).toBe(false);
  expect(isTooLarge(new Error("Upload failed with status: 500"))).toBe(false);
});

test("it names the limit: the server's own if it sends one, otherwise the specification's", () => {
  const refused = (message: string) => failureReason(new RefusedError(message, 413, "too_large"), false);
  expect(refused("<h1>413 Payload Too Large</h1>")).toBe("File is too large for upload (max size: 10MB)");
  expect(refused("File is too large for upload (max size: 4MB)")).toBe(
    "File is too large for upload (max size: 4MB)",
  );
  expect(failureReason(new Error("Storage is full"), false)).toBe("Storage is full");
});
