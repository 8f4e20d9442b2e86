import type { MediaItemDto } from "@/lib/album/media/schema";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner } from "@/tests/support/factories";
import { heifPicture, tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

process.env.HEIF_DECODER = "off";

withTestDatabase();
withTestStorage();

test("if HEIC can't be decoded it is refused with a message, and everything else is accepted", async () => {
  const { cookie } = await createOwner();
  const limits = await call<UploadLimits>("GET", "/api/media/upload-limits", { cookie });
  expect(limits.body.takesHeic).toBe(false);
  const upload = (content: Buffer, fileName: string) => {
    const json = { fileName, fileType: "image", year: 2024, month: 7, fileData: content.toString("base64") };
    return call<MediaItemDto>("POST", "/api/media", { cookie, json });
  };
  const refused = await upload(heifPicture("plain"), "a.heic");
  expect(refused.status).toBe(415);
  expectErrorBody(refused);
  expect(refused.body).toMatchObject({
    error: "This server doesn't take photos in the HEIC format. Please upload a JPG instead.",
    code: "heic_refused",
    field: "fileType",
  });
  expect(await storedKeys("families/")).toEqual([]);
  for (const format of ["jpeg", "avif", "webp"] as const) {
    expect((await upload(await tinyPicture(format), `a.${format}`)).status).toBe(201);
  }
});
