import type { Canvas } from "../canvas";

export function beach(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(["#4fb3e8", "#c8ecf7"]);
  canvas.sun(width * random.between(0.1, 0.9), height * 0.14, width * 0.04, "#fff6d0");
  canvas.clouds(random.integer(1, 3), 0.1, 0.3);
  canvas.rectangle(0, height * 0.45, width, height * 0.2, canvas.gradient(["#1e88c7", "#6fd0d9"]));
  canvas.land(0.64, 0.012, "#ffffff", 3);
  canvas.land(0.655, 0.012, "#f3dcae", 3);
  const colors = [
    ["#e63946", "#ffffff"],
    ["#ffb703", "#fb8500"],
    ["#2a9d8f", "#f1faee"],
  ] as const;
  const count = random.integer(1, 4);
  for (let index = 0; index < count; index++) {
    const x = width * ((index + random.between(0.3, 0.7)) / count);
    const y = height * random.between(0.76, 0.88);
    const size = height * random.between(0.1, 0.17);
    const [first, second] = random.pick(colors);
    canvas.ellipse(x + size * 0.4, y + size * 0.05, size, size * 0.12, "#b9975b", 'opacity="0.5"');
    canvas.rectangle(x - size * 0.025, y - size * 1.3, size * 0.05, size * 1.35, "#8d6b4a");
    canvas.path(`M${x - size} ${y - size * 0.75}a${size} ${size * 0.8} 0 0 1 ${size * 2} 0z`, first);
    canvas.path(
      `M${x - size * 0.35} ${y - size * 0.75}a${size * 0.35} ${size * 0.8} 0 0 1 ${size * 0.7} 0z`,
      second,
    );
    canvas.rectangle(
      x + size * 0.3,
      y - size * 0.02,
      size * 0.9,
      size * 0.16,
      random.pick(["#457b9d", "#e76f51", "#8ab17d"]),
      'rx="6"',
    );
  }
}
