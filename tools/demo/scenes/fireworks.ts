import type { Canvas } from "../canvas";

export function fireworks(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(["#050a24", "#1b1f4b", "#3a2a5d"]);
  const colors = ["#ffd166", "#ef476f", "#06d6a0", "#8ecae6", "#f78fb3"] as const;
  const count = random.integer(4, 8);
  for (let burst = 0; burst < count; burst++) {
    const x = width * random.between(0.1, 0.9);
    const y = height * random.between(0.1, 0.55);
    const radius = Math.min(width, height) * random.between(0.08, 0.2);
    const color = random.pick(colors);
    canvas.circle(x, y, radius * 1.5, canvas.gradient([color, color], "radial", [0.35, 0]));
    for (let ray = 0; ray < 30; ray++) {
      const angle = (ray / 30) * 6.283;
      const reach = radius * random.between(0.75, 1);
      const [endX, endY] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
      canvas.path(
        `M${x + Math.cos(angle) * reach * 0.3} ${y + Math.sin(angle) * reach * 0.3}L${endX} ${endY}`,
        "none",
        `stroke="${color}" stroke-width="3" opacity="0.8"`,
      );
      canvas.circle(endX, endY, 4, "#fff8e7");
    }
  }
  canvas.land(0.88, 0.02, "#0b0f26");
}
