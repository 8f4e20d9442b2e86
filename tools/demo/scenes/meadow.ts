import type { Canvas } from "../canvas";

export function meadow(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(["#9ad4f0", "#e9f7ef"]);
  canvas.clouds(3, 0.08, 0.25);
  canvas.land(0.5, 0.03, "#a5cf7b");
  canvas.rectangle(0, height * 0.58, width, height * 0.42, canvas.gradient(["#8fc16a", "#4f8a3c"]));
  const petals = random.pick([
    ["#ef476f", "#ffd166", "#ffffff"],
    ["#9b5de5", "#f15bb5", "#fee440"],
    ["#ff595e", "#ffca3a", "#ffe8d6"],
  ] as const);
  const flowers = Array.from({ length: 170 }, () => random.next() ** 0.7).sort(
    (first, second) => first - second,
  );
  for (const depth of flowers) {
    const x = random.between(0, width);
    const y = height * (0.57 + depth * 0.43);
    const size = height * (0.004 + depth * 0.021);
    canvas.rectangle(x - size * 0.1, y, size * 0.2, size * 3, "#3f7d34");
    const color = random.pick(petals);
    for (let petal = 0; petal < 5; petal++) {
      const angle = (petal / 5) * 6.283;
      canvas.circle(x + Math.cos(angle) * size * 0.7, y + Math.sin(angle) * size * 0.7, size * 0.55, color);
    }
    canvas.circle(x, y, size * 0.4, "#f9c74f");
  }
}
