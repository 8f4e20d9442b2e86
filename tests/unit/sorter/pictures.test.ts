import sharp from "sharp";
import { findSimilarSets, likenessDistance, type Shot } from "@/lib/album/similar/likeness";
import { isBlurred, isDark, paperKindOf } from "@/lib/album/similar/picture-kind";
import { measurePicture } from "@/lib/album/similar/picture-measures";
import { photo } from "@/tests/e2e/support/files";
import { distinctLikeness, plainMeasures } from "@/tests/support/sorter-items";

/** Measures a picture as the worker gets it: longest side 512, RGBA. */
async function measured(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .resize(512, 512, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return measurePicture({ data, width: info.width, height: info.height });
}

test("a picture saved again smaller, paler or softer has nearly the same 64 bits; another one does not", async () => {
  // A beach: sky, sea, sun and sand, each in its own colour.
  const one = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="100%" height="100%" fill="hsl(210 60% 75%)"/><rect y="45%" width="100%" height="55%" fill="hsl(190 60% 45%)"/>
      <circle cx="420" cy="310" r="200" fill="#fff3c9"/><path d="M0 1200 L640 744 L1600 1200Z" fill="hsl(40 60% 70%)"/></svg>`),
  )
    .jpeg({ quality: 88 })
    .toBuffer();
  const { likeness } = await measured(one);
  const versions = [
    await sharp(one).resize(640).jpeg({ quality: 60 }).toBuffer(),
    await sharp(one).modulate({ brightness: 1.1 }).jpeg().toBuffer(),
    await sharp(one).blur(3).jpeg().toBuffer(),
  ];
  const distanceTo = async (picture: Buffer) =>
    likenessDistance((await measured(picture)).likeness, likeness);
  for (const version of versions) expect(await distanceTo(version)).toBeLessThanOrEqual(5);
  expect(await distanceTo(await sharp(one).negate().jpeg().toBuffer())).toBeGreaterThan(12);
});

/** Fine detail everywhere, as in a photograph. */
async function detailed(): Promise<Buffer> {
  return sharp({
    create: {
      width: 1024,
      height: 768,
      channels: 3,
      background: "#789",
      noise: { type: "gaussian", mean: 128, sigma: 50 },
    },
  })
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toBuffer();
}

test("a shaken picture is blurred; a sharp one, or one that is only sharp in its middle, is not", async () => {
  const sharpOne = await detailed();
  const shaken = await sharp(sharpOne).blur(14).jpeg().toBuffer();
  expect(isBlurred(await measured(sharpOne))).toBe(false);
  expect(isBlurred(await measured(shaken))).toBe(true);
  const middle = await sharp(sharpOne).extract({ left: 300, top: 200, width: 420, height: 380 }).toBuffer();
  const portrait = await sharp(shaken)
    .composite([{ input: middle, left: 300, top: 200 }])
    .jpeg()
    .toBuffer();
  expect(isBlurred(await measured(portrait))).toBe(false);
});

test("a frame from inside a pocket is dark, a candlelit one is not", async () => {
  const dark = await sharp(await detailed())
    .linear(0.08)
    .jpeg()
    .toBuffer();
  expect(isDark(await measured(dark))).toBe(true);
  const candle = await sharp(dark)
    .composite([
      {
        input: Buffer.from(
          '<svg width="300" height="300"><circle cx="150" cy="150" r="150" fill="#fc8"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer();
  expect(isDark(await measured(candle))).toBe(false);
});

const camera = { name: "IMG_1.jpg", mimeType: "image/jpeg", width: 4000, height: 3000, hasCamera: true };

test("a page of print is a document; a photo and a snowy field are not", async () => {
  const lines = Array.from(
    { length: 22 },
    (_, line) =>
      `<text x="60" y="${70 + line * 32}">The quick brown fox jumps over the lazy dog, twice</text>`,
  );
  const page = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="820"><rect width="100%" height="100%" fill="#fbfaf7"/><g font-family="serif" font-size="24" fill="#222">${lines.join("")}</g></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();
  expect(paperKindOf({ ...camera, hasCamera: false, measures: await measured(page) })).toBe("document");
  expect(paperKindOf({ ...camera, measures: await measured(await photo()) })).toBeNull();
  const snow = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#f4f6f8" } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="200" height="200"><circle cx="100" cy="100" r="60" fill="#334"/></svg>',
        ),
      },
    ])
    .blur(2)
    .jpeg()
    .toBuffer();
  expect(paperKindOf({ ...camera, measures: await measured(snow) })).toBeNull();
});

test("a screenshot is recognised by its name or by a screen's shape", () => {
  const plain = { ...camera, hasCamera: false, measures: plainMeasures };
  expect(paperKindOf({ ...plain, name: "Screenshot_20240703-141530.png" })).toBe("screenshot");
  expect(paperKindOf({ ...plain, name: "Capture d’écran.png" })).toBe("screenshot");
  expect(paperKindOf({ ...plain, name: "IMG_1.PNG", mimeType: "image/png", width: 1170, height: 2532 })).toBe(
    "screenshot",
  );
  expect(paperKindOf({ ...plain, name: "IMG_1.PNG", mimeType: "image/png" })).toBeNull();
});

let shots = 0;
const shot = (facts: Partial<Shot>): Shot => {
  shots += 1;
  const about = { id: `s${shots}`, likeness: distinctLikeness(shots + 500), width: 400, height: 300 };
  return {
    ...about,
    tone: [90, 90, 90],
    takenMs: null,
    sharpness: 10,
    isDark: false,
    isEdited: false,
    ...facts,
  };
};
const flip = (likeness: string, bits: number) => {
  const value = BigInt(`0x${likeness}`) ^ ((1n << BigInt(bits)) - 1n);
  return value.toString(16).padStart(16, "0");
};

test("shots of one burst are a set even if people moved; a minute later it is another picture", () => {
  const likeness = distinctLikeness(7);
  const first = shot({ likeness, takenMs: 0 });
  const moved = shot({ likeness: flip(likeness, 10), takenMs: 1000, sharpness: 30 });
  const later = shot({ likeness: flip(likeness, 24), takenMs: 61_000 });
  expect(findSimilarSets([later, moved, first])).toEqual([{ best: moved.id, others: [first.id] }]);
});

test("the larger of two copies is kept, whenever they were made", () => {
  const likeness = distinctLikeness(8);
  const small = shot({ likeness: flip(likeness, 2), sharpness: 99 });
  const large = shot({ likeness, width: 4000, height: 3000, takenMs: 5 });
  expect(findSimilarSets([small, large])).toEqual([{ best: large.id, others: [small.id] }]);
});

test("empty skies, other colours and other shapes don't count as copies", () => {
  const sky = () => shot({ likeness: "0000000000000000" });
  expect(findSimilarSets([sky(), sky()])).toEqual([]);
  const likeness = distinctLikeness(9);
  expect(findSimilarSets([shot({ likeness }), shot({ likeness, tone: [160, 90, 90] })])).toEqual([]);
  expect(findSimilarSets([shot({ likeness }), shot({ likeness, width: 300, height: 400 })])).toEqual([]);
});
