import type { Canvas } from "../canvas";

export function birthday(canvas: Canvas): void {
  const { random, width, height } = canvas;
  canvas.backdrop(
    random.pick([
      ["#fde2e4", "#fad2cf"],
      ["#e2ece9", "#bee1e6"],
      ["#fff1e6", "#f6d6ad"],
    ] as const),
  );
  for (let light = 0; light < 30; light++) {
    canvas.circle(
      random.between(0, width),
      random.between(0, height),
      random.between(12, 60),
      "#ffffff",
      'opacity="0.25"',
    );
  }
  const flags = ["#ef476f", "#ffd166", "#06d6a0", "#118ab2"] as const;
  for (let index = 0; index < 14; index++) {
    const x = (index / 13) * width;
    const y = height * (0.06 + 0.1 * Math.sin((index / 13) * 3.14));
    canvas.path(
      `M${x - width * 0.028} ${y}h${width * 0.056}l${-width * 0.028} ${width * 0.06}z`,
      flags[index % 4] ?? flags[0],
    );
  }
  const middle = width / 2;
  const unit = Math.min(width, height) * 0.1;
  canvas.rectangle(0, height * 0.82, width, height * 0.18, canvas.gradient(["#c98b6b", "#8d5a3f"]));
  canvas.ellipse(middle, height * 0.84, unit * 3, unit * 0.35, "#ffffff");
  const cake = random.pick([
    ["#f7c6d0", "#fff5f7"],
    ["#c9a27e", "#fff3e0"],
    ["#bde0fe", "#ffffff"],
  ] as const);
  canvas.rectangle(
    middle - unit * 2.3,
    height * 0.84 - unit * 1.7,
    unit * 4.6,
    unit * 1.7,
    cake[0],
    'rx="18"',
  );
  canvas.rectangle(middle - unit * 1.5, height * 0.84 - unit * 3, unit * 3, unit * 1.4, cake[1], 'rx="18"');
  const candles = random.integer(3, 7);
  for (let index = 0; index < candles; index++) {
    const x = middle + (index - (candles - 1) / 2) * unit * 0.4;
    const y = height * 0.84 - unit * 3;
    canvas.rectangle(x - unit * 0.06, y - unit * 0.6, unit * 0.12, unit * 0.6, flags[index % 4] ?? flags[0]);
    canvas.circle(
      x,
      y - unit * 0.75,
      unit * 0.45,
      canvas.gradient(["#ffe08a", "#ffe08a"], "radial", [0.7, 0]),
    );
    canvas.ellipse(x, y - unit * 0.75, unit * 0.07, unit * 0.14, "#ff9f1c");
  }
}
