import type { Canvas } from "../canvas";

export function sea(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(
    random.pick([
      ["#3b3b78", "#e0637a", "#fbc677"],
      ["#274a7a", "#f08a5d", "#fde1a9"],
      ["#5b8fc9", "#bfe0f0", "#fdf6e3"],
    ] as const),
  );
  const horizon = height * random.between(0.5, 0.6);
  const sunX = width * random.between(0.25, 0.75);
  canvas.sun(sunX, horizon - height * random.between(0.02, 0.14), width * 0.06, "#fff0c2");
  canvas.clouds(random.integer(1, 3), 0.15, 0.35, "#ffe3d0", 0.5);
  canvas.rectangle(0, horizon, width, height - horizon, canvas.gradient(["#c98a7c", "#3d5a80", "#1d3557"]));
  for (let row = 0; row < 46; row++) {
    const depth = row / 46;
    const y = horizon + (height - horizon) * depth ** 1.6;
    const length = width * (0.03 + depth * 0.12) * random.between(0.5, 1.4);
    const x = sunX + random.between(-1, 1) * width * (0.03 + depth * 0.3);
    canvas.rectangle(
      x - length / 2,
      y,
      length,
      2 + depth * 6,
      "#ffe9b8",
      `opacity="${0.75 - depth * 0.5}" rx="3"`,
    );
  }
  if (random.chance(0.7)) sailBoat(canvas, width * random.between(0.15, 0.85), horizon + height * 0.05);
}

function sailBoat(canvas: Canvas, x: number, y: number): void {
  const size = canvas.height * 0.11;
  canvas.path(`M${x - size * 0.5} ${y}h${size}l${-size * 0.2} ${size * 0.2}h${-size * 0.6}z`, "#4a2c2a");
  canvas.path(`M${x} ${y - size * 0.08}v${-size}l${size * 0.45} ${size * 0.95}z`, "#fff8ec");
  canvas.path(
    `M${x - size * 0.05} ${y - size * 0.08}v${-size * 0.8}l${-size * 0.35} ${size * 0.75}z`,
    "#e4572e",
  );
}
