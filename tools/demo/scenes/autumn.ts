import type { Canvas } from "../canvas";
import { leafTree } from "./trees";

export function autumn(canvas: Canvas): void {
  const { random, width } = canvas;
  canvas.backdrop(["#cfe1ea", "#fbe9c6"]);
  canvas.clouds(2, 0.08, 0.25);
  for (const [level, color] of [
    [0.5, "#c9974f"],
    [0.64, "#a9743a"],
    [0.8, "#7a5230"],
  ] as const) {
    const lineAt = canvas.land(level, 0.035, color);
    for (let tree = 0; tree < 18; tree++) {
      leafTree(canvas, random.between(0, width), lineAt, [
        "#d1495b",
        "#edae49",
        "#e76f51",
        "#bc6c25",
        "#9a8c3c",
      ]);
    }
  }
  for (let leaf = 0; leaf < 60; leaf++) {
    const x = random.between(0, width);
    const y = random.between(0.3, 1) * canvas.height;
    canvas.ellipse(
      x,
      y,
      9,
      5,
      random.pick(["#d1495b", "#edae49", "#e76f51"]),
      `transform="rotate(${random.integer(0, 180)} ${x} ${y})"`,
    );
  }
}
