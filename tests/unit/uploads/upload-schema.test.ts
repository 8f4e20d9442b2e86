import { initUploadSchema, uploadFieldsSchema } from "@/lib/album/uploads/schema";

const fields = { fileName: "lake.jpg", fileType: "image", year: 2024, month: 7 };

test("the description of an upload is optional", () => {
  expect(uploadFieldsSchema.safeParse(fields).success).toBe(true);
  const init = { ...fields, fileSize: 3, totalChunks: 1, uploadId: "lake.jpg-1" };
  expect(initUploadSchema.safeParse(init).success).toBe(true);
});

test.each(["image", "video", "image/jpeg", "video/mp4"])("%s is a file type by its prefix", (fileType) => {
  expect(uploadFieldsSchema.safeParse({ ...fields, fileType }).success).toBe(true);
});

test.each(["text/plain", "imagery", ""])("%j is refused with the specification's text", (fileType) => {
  const { error } = uploadFieldsSchema.safeParse({ ...fields, fileType });
  expect(error?.issues[0]?.message).toBe("Unsupported file type. Please upload an image or video file.");
});
