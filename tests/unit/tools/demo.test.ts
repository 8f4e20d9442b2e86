import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { photographs } from "@/tools/demo/photographs";
import { takePicture } from "@/tools/demo/picture";
import { planShots } from "@/tools/demo/plan";

const folder = path.resolve("tools/demo/photographs");

test.each(["2026-11-23", "2026-12-01", "2027-01-31", "2027-08-15", "2029-02-28", "2031-12-31"])(
  "a demo created on %s has at least 300 pictures, most of them photographs, and 6 clips",
  (day) => {
    const shots = planShots(new Date(`${day}T12:00:00Z`));
    const pictures = shots.filter(({ isClip }) => !isClip);
    expect(pictures.length).toBeGreaterThanOrEqual(300);
    expect(shots.filter(({ isClip }) => isClip)).toHaveLength(6);
    expect(pictures.filter(({ isPhotograph }) => isPhotograph).length).toBeGreaterThan(pictures.length / 2);
    expect(new Set(shots.map(({ seed }) => seed)).size).toBe(shots.length);
    const last = shots.at(-1);
    expect(`${last?.year}-${String(last?.month).padStart(2, "0")}`).toBe(day.slice(0, 7));
  },
);

test("every month's first picture and the latest four are photographs", () => {
  const shots = planShots(new Date("2026-11-23T12:00:00Z"));
  const months = new Set<string>();
  for (const { year, month, isPhotograph } of shots) {
    if (!months.has(`${year}-${month}`)) expect(isPhotograph).toBe(true);
    months.add(`${year}-${month}`);
  }
  expect(shots.slice(-4).every(({ isPhotograph }) => isPhotograph)).toBe(true);
});

test("every month has photographs to choose from", () => {
  for (let month = 1; month <= 12; month++) {
    expect(photographs.filter(({ months }) => months.includes(month)).length).toBeGreaterThanOrEqual(4);
  }
});

test("each photograph exists, with its author and licence, and all of them stay small", () => {
  const credits = readFileSync(path.join(folder, "README.md"), "utf8");
  let bytes = 0;
  for (const { file } of photographs) {
    const name = path.join(folder, `${file}.avif`);
    expect(existsSync(name)).toBe(true);
    bytes += readFileSync(name).length;
    expect(credits).toMatch(new RegExp(`\`${file}\\.avif\` \\| .+ \\| .+ \\| .*CC(0|\\sBY)`));
  }
  expect(bytes).toBeLessThan(800_000);
});

test("two shots of one photograph are different pictures, and a shot is the same in every run", async () => {
  const shot = { year: 2026, month: 1, isClip: false, isPhotograph: true };
  const taken = await Promise.all([1, 1, 2].map((seed) => takePicture({ ...shot, seed })));
  expect(taken[0]?.bytes.equals(taken[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(taken[0]?.bytes.equals(taken[2]?.bytes ?? Buffer.alloc(0))).toBe(false);
  const { width = 0, height = 0, format } = await sharp(taken[2]?.bytes).metadata();
  expect(format).toBe("jpeg");
  expect(Math.max(width, height)).toBe(1280);
});
