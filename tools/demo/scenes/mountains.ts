import type { Canvas } from "../canvas";
import { fir } from "./trees";

export function mountains(canvas: Canvas): void {
  const { random, width, height } = canvas;
  const isNight = random.chance(0.35);
  canvas.backdrop(isNight ? ["#0b1437", "#27366b", "#5b6aa8"] : ["#7fb7e6", "#dcecf7"]);
  if (isNight) {
    for (let star = 0; star < 160; star++) {
      canvas.circle(
        random.between(0, width),
        random.between(0, height * 0.55),
        random.between(0.6, 2.4),
        "#fff",
        'opacity="0.8"',
      );
    }
  }
  canvas.sun(
    width * random.between(0.15, 0.85),
    height * 0.2,
    width * 0.035,
    isNight ? "#f4f1de" : "#fff7d6",
  );
  const ridges = isNight ? ["#4a5a94", "#33427a", "#1f2b57"] : ["#a9bfd6", "#7c9abc", "#56779c"];
  ridges.forEach((color, ridge) => {
    const base = height * (0.62 + ridge * 0.12);
    let x = -width * 0.05;
    let line = `M${x} ${height}L${x} ${base}`;
    const snowCaps: string[] = [];
    while (x < width * 1.05) {
      const half = width * random.between(0.05, 0.12);
      const peak = base - height * random.between(0.14, 0.34) * (1 - ridge * 0.22);
      line += `L${x + half} ${peak}L${x + half * 2} ${base - height * random.between(0, 0.05)}`;
      if (ridge < 2) {
        const snow = half * 0.28;
        const drop = (base - peak) * 0.28;
        const edge = `l${-snow * 0.7} ${-drop * 0.2}l${-snow * 0.4} ${drop * 0.25}`;
        snowCaps.push(`M${x + half} ${peak}l${snow} ${drop}${edge}L${x + half - snow} ${peak + drop}z`);
      }
      x += half * 2;
    }
    canvas.path(`${line}L${x} ${height}Z`, color);
    for (const cap of snowCaps) canvas.path(cap, "#ffffff", 'opacity="0.85"');
  });
  const lineAt = canvas.land(0.9, 0.02, isNight ? "#131c3c" : "#2f5d50");
  for (let tree = 0; tree < 40; tree++)
    fir(canvas, random.between(0, width), lineAt, isNight ? "#0e1530" : "#234a40");
}
