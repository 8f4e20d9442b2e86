import { readFileSync } from "node:fs";
import path from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";

// Drawn with a font of our own: a bare machine has none. It has only Western letters; other names are left out of the
// picture and appear only in the preview's text.
const fontFile = path.join(import.meta.dirname, "fraunces-latin.ttf");
// As bytes: this process opens no file by name.
const mark = readFileSync(path.join(import.meta.dirname, "mark.png"));
const drawable = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]+$/;

const colours = { paper: "#fdf9f5", ink: "#3b1f30", soft: "#7a6270" };
const left = 96;
const textWidth = 1200 - 2 * left;

const honey = [252, 191, 90] as const;
const coral = [221, 74, 94] as const;

export const isDrawable = (text: string) => drawable.test(text);

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** The library that renders the text treats it as markup. */
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? "");

interface SetText {
  input: Buffer;
  height: number;
}

export async function setText(
  text: string,
  font: string,
  colour: string,
  width = textWidth,
): Promise<SetText> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font,
      fontfile: fontFile,
      width,
      rgba: true,
      dpi: 72,
      spacing: 8,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, height: info.height };
}

/** A shape in a gradient from the upper left to the lower right. `distance`: outside is positive, in pixels. */
function shape(size: number, opacity: number, distance: (x: number, y: number) => number): OverlayOptions {
  const pixels = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const share = (x + y) / (2 * size);
      const at = (y * size + x) * 4;
      for (const channel of [0, 1, 2] as const)
        pixels[at + channel] = honey[channel] + (coral[channel] - honey[channel]) * share;
      const edge = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      pixels[at + 3] = Math.round(255 * opacity * edge);
    }
  }
  return { input: pixels, raw: { width: size, height: size, channels: 4 } };
}

const disc = (size: number, opacity: number) =>
  shape(size, opacity, (x, y) => Math.hypot(x - size / 2, y - size / 2) - size / 2);

/** The heading, as large as two or three lines allow. */
async function setHeading(text: string): Promise<SetText> {
  for (const size of [84, 64]) {
    const set = await setText(text, `Fraunces Semi-Bold ${size}`, colours.ink);
    if (set.height <= 230) return set;
  }
  return setText(text, "Fraunces Semi-Bold 46", colours.ink);
}

/**
 * The picture of a link preview: text and our own colours. Text that can't be drawn is left out.
 * @returns a PNG
 */
export async function drawShareCard({
  heading,
  lead,
  appName,
  width,
  height,
}: DecoderJobs["shareCard"]): Promise<{ bytes: Buffer }> {
  const overlays: OverlayOptions[] = [
    { ...disc(520, 0.16), left: 860, top: 300 },
    { ...disc(300, 0.12), left: 980, top: -110 },
    { input: mark, left, top: 80 },
  ];
  if (isDrawable(appName)) {
    const name = await setText(appName, "Fraunces Semi-Bold 44", colours.ink);
    overlays.push({ input: name.input, left: left + 96, top: 84 + Math.round((72 - name.height) / 2) });
  }
  let top = 262;
  if (isDrawable(heading)) {
    const set = await setHeading(heading);
    overlays.push({ input: set.input, left, top });
    top += set.height + 36;
  }
  if (isDrawable(lead)) {
    const set = await setText(lead, "Fraunces 36", colours.soft);
    if (top + set.height < height - 24) overlays.push({ input: set.input, left, top });
  }
  const bytes = await sharp({ create: { width, height, channels: 3, background: colours.paper } })
    .composite(overlays)
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer();
  return { bytes };
}
