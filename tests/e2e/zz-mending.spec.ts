import sharp from "sharp";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";

test("look @both", async ({ page }, info) => {
  await signUpFamily(page.request);
  const noise = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: "#336699",
      noise: { type: "gaussian", mean: 120, sigma: 20 },
    },
  })
    .composite([
      {
        input: await sharp({ create: { width: 900, height: 1400, channels: 3, background: "#e07040" } })
          .png()
          .toBuffer(),
        left: 1200,
        top: 800,
      },
      {
        input: await sharp({ create: { width: 700, height: 700, channels: 3, background: "#f0e0a0" } })
          .png()
          .toBuffer(),
        left: 2900,
        top: 200,
      },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
  const answer = await page.request.post("/api/media", {
    multipart: {
      fileName: "garden.jpg",
      fileType: "image/jpeg",
      year: "2024",
      month: "5",
      description: "The garden",
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: noise },
    },
  });
  const { id } = await answer.json();
  await page.request.get(`/api/images/medium/${id}`);
  const times: number[] = [];
  for (let version = 0; version < 6; version++) {
    const from = performance.now();
    const saved = await page.request.put(`/api/media/${id}/edits`, {
      data: {
        quarterTurns: version % 4,
        isMirrored: false,
        straighten: version,
        crop: { x: 0.1, y: 0.1, width: 0.7, height: 0.8 },
        light: 0,
        version,
      },
    });
    if (!saved.ok()) throw new Error(await saved.text());
    const shown = await page.request.get(`/api/images/medium/${id}?v=${version + 1}`);
    await shown.body();
    times.push(Math.round(performance.now() - from));
  }
  const reverted = performance.now();
  await page.request.delete(`/api/media/${id}/edits?version=6`);
  console.log(
    "TIMES",
    info.project.name,
    noise.length,
    times.join(" "),
    "revert",
    Math.round(performance.now() - reverted),
  );
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/view-image/${id}`);
    const shoot = (name: string) =>
      page.screenshot({ path: `/tmp/shots/${info.project.name}-${scheme}-${name}.png` });
    await page.getByRole("dialog").first().getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Rotate, crop and light" }).waitFor();
    await page.waitForTimeout(500);
    await shoot("dialog");
    await page.getByRole("button", { name: "Rotate, crop and light" }).click();
    await page.getByRole("group", { name: "Crop", exact: true }).waitFor();
    await page.waitForTimeout(400);
    await shoot("editor");
    await page.getByLabel("Straighten").fill("6");
    await page.getByLabel("Light").fill("35");
    await page.getByText("Square", { exact: true }).click();
    await shoot("edited");
    await page.getByRole("button", { name: "Rotate right" }).click();
    await page.getByText("3:2", { exact: true }).click();
    await page.getByRole("button", { name: "Corner at the top left" }).focus();
    await page.keyboard.press("Shift+ArrowRight");
    await shoot("turned");
    await page.keyboard.press("Escape");
    await page.waitForTimeout(400);
    await shoot("ask");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("group", { name: "Crop", exact: true }).waitFor({ state: "hidden" });
    await page.waitForTimeout(800);
    await shoot("saved");
    const fresh = await (await page.request.get(`/api/media/${id}`)).json();
    await page.getByRole("button", { name: "Download" }).click();
    await page.waitForTimeout(500);
    await shoot("download");
    await page.request.delete(`/api/media/${id}/edits?version=${fresh.editVersion}`);
  }
});
