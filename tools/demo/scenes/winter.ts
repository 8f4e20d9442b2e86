import type { Canvas } from "../canvas";
import { fir } from "./trees";

export function winter(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(
    random.pick([
      ["#7b9cc4", "#dbe7f3"],
      ["#37456e", "#a9b9d8"],
    ] as const),
  );
  canvas.land(0.55, 0.05, "#dfe9f5");
  const lineAt = canvas.land(0.68, 0.04, "#eef4fb");
  for (let tree = 0; tree < 26; tree++)
    fir(canvas, random.between(0, width), lineAt, random.pick(["#2f5d50", "#3f6f60", "#557f74"]));
  canvas.land(0.84, 0.03, "#ffffff");
  const x = width * random.between(0.25, 0.65);
  const y = height * 0.8;
  const size = height * 0.13;
  canvas.rectangle(x, y - size, size * 1.6, size, "#8a5a44");
  canvas.path(
    `M${x - size * 0.25} ${y - size}L${x + size * 0.8} ${y - size * 1.8}L${x + size * 1.85} ${y - size}Z`,
    "#f8fbff",
  );
  canvas.rectangle(x + size * 0.25, y - size * 0.7, size * 0.35, size * 0.35, "#ffd97d");
  canvas.rectangle(x + size, y - size * 0.6, size * 0.32, size * 0.6, "#5a3826");
  for (let flake = 0; flake < 220; flake++) {
    canvas.circle(
      random.between(0, width),
      random.between(0, height),
      random.between(1.5, 6),
      "#ffffff",
      'opacity="0.85"',
    );
  }
}
