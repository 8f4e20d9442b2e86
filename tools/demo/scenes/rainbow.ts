import type { Canvas } from "../canvas";
import { leafTree } from "./trees";

export function rainbow(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(["#5d8fb8", "#cfe8ef"]);
  const colors = ["#e63946", "#f4a261", "#ffd166", "#52b788", "#4895ef", "#7b5ea7"];
  const middle = width * random.between(0.35, 0.65);
  colors.forEach((color, index) => {
    const radius = Math.min(width, height) * (0.72 - index * 0.03);
    canvas.circle(
      middle,
      height * 0.8,
      radius,
      "none",
      `stroke="${color}" stroke-width="${Math.min(width, height) * 0.03}" opacity="0.6"`,
    );
  });
  canvas.clouds(6, 0.1, 0.4, "#f5f9fc", 0.85);
  canvas.land(0.72, 0.04, "#7cb06a");
  const lineAt = canvas.land(0.84, 0.03, "#4d8a4a");
  for (let tree = 0; tree < 10; tree++)
    leafTree(canvas, random.between(0, width), lineAt, ["#2f6b38", "#3f7f44"]);
}
