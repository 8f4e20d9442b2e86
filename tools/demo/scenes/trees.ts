import type { Canvas } from "../canvas";

export function leafTree(
  canvas: Canvas,
  x: number,
  lineAt: (x: number) => number,
  colors: readonly [string, ...string[]],
): void {
  const { random, height } = canvas;
  const size = height * random.between(0.02, 0.05);
  const y = lineAt(x);
  canvas.rectangle(x - size * 0.1, y - size, size * 0.2, size * 1.2, "#5d4330");
  canvas.ellipse(x, y - size * 1.5, size * 0.75, size * 0.95, random.pick(colors));
}

export function fir(canvas: Canvas, x: number, lineAt: (x: number) => number, color: string): void {
  const size = canvas.height * canvas.random.between(0.05, 0.12);
  const y = lineAt(x) + size * 0.1;
  for (const [level, share] of [
    [0, 0.42],
    [0.28, 0.33],
    [0.54, 0.24],
  ] as const) {
    const bottom = y - size * level;
    canvas.path(
      `M${x - size * share} ${bottom}L${x} ${bottom - size * 0.5}L${x + size * share} ${bottom}Z`,
      color,
    );
  }
}
