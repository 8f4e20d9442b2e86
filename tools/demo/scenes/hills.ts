import type { Canvas } from "../canvas";
import { leafTree } from "./trees";

export function hills(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(
    random.pick([
      ["#8fc7ef", "#fdf3d8"],
      ["#f8b26a", "#fde6c8"],
      ["#6aa9d8", "#e8f4ef"],
    ] as const),
  );
  canvas.sun(width * random.between(0.2, 0.8), height * random.between(0.15, 0.35), width * 0.045, "#fff4cf");
  canvas.clouds(random.integer(1, 4), 0.1, 0.3);
  const greens = random.pick([
    ["#a9c6a3", "#7fae74", "#558c4f", "#356b3a"],
    ["#d8c07a", "#b7a452", "#7f8f45", "#4d6b36"],
  ] as const);
  greens.forEach((green, index) => {
    const lineAt = canvas.land(0.5 + index * 0.13, 0.05, green);
    if (index === 2)
      for (let tree = 0; tree < 14; tree++)
        leafTree(canvas, random.between(0, width), lineAt, ["#3f7a3d", "#4f8a3f"]);
  });
  canvas.birds(random.integer(0, 6));
}
