import type { Canvas } from "../canvas";

export function balloons(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(["#6db3e8", "#bfe0f5", "#fdebd0"]);
  canvas.clouds(5, 0.08, 0.55);
  const palettes = [
    ["#e63946", "#f1faee"],
    ["#f4a261", "#e76f51"],
    ["#2a9d8f", "#e9c46a"],
    ["#6d597a", "#eaac8b"],
  ] as const;
  const count = random.integer(3, 7);
  for (let index = 0; index < count; index++) {
    const size = width * random.between(0.035, 0.09);
    const x = width * ((index + random.between(0.2, 0.8)) / count);
    const y = height * random.between(0.15, 0.6);
    const [dark, light] = random.pick(palettes);
    canvas.path(
      `M${x - size} ${y}a${size} ${size} 0 0 1 ${size * 2} 0q${-size * 0.1} ${size * 0.9} ${-size * 0.75} ${size * 1.35}h${-size * 0.5}q${-size * 0.65} ${-size * 0.45} ${-size * 0.75} ${-size * 1.35}z`,
      dark,
    );
    canvas.path(
      `M${x - size * 0.4} ${y}a${size * 0.4} ${size} 0 0 1 ${size * 0.8} 0q0 ${size * 0.8} ${-size * 0.3} ${size * 1.35}h${-size * 0.2}q${-size * 0.3} ${-size * 0.55} ${-size * 0.3} ${-size * 1.35}z`,
      light,
    );
    canvas.rectangle(x - size * 0.22, y + size * 1.55, size * 0.44, size * 0.34, "#7a4b2a", 'rx="4"');
  }
  canvas.land(0.86, 0.03, "#8fb668");
  canvas.land(0.93, 0.02, "#5f8f4e");
}
