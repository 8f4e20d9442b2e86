import type { Canvas } from "../canvas";

export function city(canvas: Canvas): void {
  const { random, width, height } = canvas;
  const isNight = random.chance(0.6);
  canvas.backdrop(isNight ? ["#0d1b3e", "#3b3a6b", "#e07a5f"] : ["#8ecae6", "#fefae0"]);
  canvas.sun(width * random.between(0.2, 0.8), height * 0.2, width * 0.035, "#fdf0d5");
  const rows = isNight ? ["#2c2f57", "#1b1e3f", "#10122b"] : ["#a8b8c8", "#7d90a6", "#55697f"];
  rows.forEach((color, row) => {
    for (let x = -20; x < width; ) {
      const wide = width * random.between(0.04, 0.1);
      const tall = height * random.between(0.18, 0.5) * (1 - row * 0.18);
      const top = height * 0.92 - tall;
      canvas.rectangle(x, top, wide, tall + height * 0.1, color);
      for (let lit = 0; lit < 10; lit++) {
        const windowX = x + wide * (0.12 + 0.22 * random.integer(0, 3));
        const windowY = top + 14 + random.integer(0, Math.max(1, Math.floor(tall / 34))) * 30;
        canvas.rectangle(
          windowX,
          windowY,
          wide * 0.12,
          14,
          isNight ? "#ffd97d" : "#e3eef7",
          'opacity="0.85"',
        );
      }
      x += wide + random.between(0, width * 0.01);
    }
  });
  canvas.rectangle(0, height * 0.92, width, height * 0.08, isNight ? "#0a0c1f" : "#3f5163");
}
