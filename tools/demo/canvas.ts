import type { Random } from "./random";

/** The drawing that a scene fills: shapes from back to front, in pixels. */
export class Canvas {
  readonly #shapes: string[] = [];
  readonly #definitions: string[] = [];

  constructor(
    readonly width: number,
    readonly height: number,
    readonly random: Random,
  ) {}

  add(shape: string): void {
    this.#shapes.push(shape);
  }

  /** A gradient from top to bottom (or out from the middle), to fill with. */
  gradient(
    colors: readonly string[],
    kind: "linear" | "radial" = "linear",
    opacities: readonly number[] = [],
  ): string {
    const id = `g${this.#definitions.length}`;
    const stops = colors.map((color, index) => {
      const offset = colors.length === 1 ? 0 : index / (colors.length - 1);
      return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacities[index] ?? 1}"/>`;
    });
    const place = kind === "linear" ? 'x1="0" y1="0" x2="0" y2="1"' : "";
    this.#definitions.push(`<${kind}Gradient id="${id}" ${place}>${stops.join("")}</${kind}Gradient>`);
    return `url(#${id})`;
  }

  rectangle(x: number, y: number, width: number, height: number, fill: string, more = ""): void {
    this.add(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`);
  }

  circle(x: number, y: number, radius: number, fill: string, more = ""): void {
    this.add(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`);
  }

  ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string, more = ""): void {
    this.add(`<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="${fill}" ${more}/>`);
  }

  path(line: string, fill: string, more = ""): void {
    this.add(`<path d="${line}" fill="${fill}" ${more}/>`);
  }

  backdrop(colors: readonly string[]): void {
    this.rectangle(0, 0, this.width, this.height, this.gradient(colors));
  }

  /** A soft light around a bright disc. */
  sun(x: number, y: number, radius: number, color: string): void {
    this.circle(x, y, radius * 4, this.gradient([color, color], "radial", [0.55, 0]));
    this.circle(x, y, radius, color);
  }

  /**
   * The land from a rolling line to the bottom edge.
   * @param level of the line, and `swing` how far it strays, as shares of the height
   * @returns the line's height at any x, for what stands on it
   */
  land(level: number, swing: number, fill: string, roughness = 2): (x: number) => number {
    const waves = Array.from({ length: 4 }, (_, index) => ({
      length: this.width / (0.6 + index * roughness * this.random.between(0.6, 1)),
      phase: this.random.between(0, 6.28),
      size: 1 / (index + 1) ** 1.3,
    }));
    const lineAt = (x: number) =>
      this.height * level -
      this.height *
        swing *
        waves.reduce((sum, wave) => sum + wave.size * Math.sin((x / wave.length) * 6.28 + wave.phase), 0);
    const points = Array.from({ length: 81 }, (_, index) => (index / 80) * this.width);
    const line = points.map((x) => `L${x.toFixed(1)} ${lineAt(x).toFixed(1)}`).join("");
    this.path(`M0 ${this.height}${line}L${this.width} ${this.height}Z`, fill);
    return lineAt;
  }

  clouds(count: number, top: number, bottom: number, color = "#ffffff", opacity = 0.8): void {
    for (let index = 0; index < count; index++) {
      const x = this.random.between(0, this.width);
      const y = this.height * this.random.between(top, bottom);
      const size = this.width * this.random.between(0.03, 0.07);
      for (let puff = -2; puff <= 2; puff++) {
        const lift = (2 - Math.abs(puff)) * size * 0.22;
        this.ellipse(x + puff * size * 0.7, y - lift, size * 0.75, size * 0.4, color, `opacity="${opacity}"`);
      }
    }
  }

  birds(count: number): void {
    for (let index = 0; index < count; index++) {
      const x = this.random.between(0.1, 0.9) * this.width;
      const y = this.random.between(0.08, 0.35) * this.height;
      const span = this.width * this.random.between(0.008, 0.018);
      const line = `M${x - span} ${y}q${span / 2} ${-span * 0.7} ${span} 0q${span / 2} ${-span * 0.7} ${span} 0`;
      this.path(line, "none", 'stroke="#2b2b3a" stroke-width="3" stroke-linecap="round" opacity="0.7"');
    }
  }

  /** @returns the whole drawing as SVG, its corners a little darker, as a lens has them */
  svg(): Buffer {
    const corners = this.gradient(["#000000", "#000000", "#000000"], "radial", [0, 0, 0.14]);
    this.rectangle(0, 0, this.width, this.height, corners);
    const size = `width="${this.width}" height="${this.height}"`;
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#definitions.join("")}</defs>${this.#shapes.join("")}</svg>`,
    );
  }
}
