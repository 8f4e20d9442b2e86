import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { zxyToTileId } from "pmtiles";

/** A vector tile with one road of this kind, from corner to corner. */
export function roadTile(kind: string): Buffer {
  const pbf = new PbfWriter();
  pbf.writeMessage(
    3,
    (_, layer) => {
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, "roads");
      layer.writeMessage(
        2,
        (_nothing, feature) => {
          feature.writePackedVarint(2, [0, 0]);
          feature.writeVarintField(3, 2);
          // Move to 0, 0; a line to 4096, 4096.
          feature.writePackedVarint(4, [9, 0, 0, 10, 8192, 8192]);
        },
        null,
      );
      layer.writeStringField(3, "kind");
      layer.writeMessage(4, (text, value) => value.writeStringField(1, text), kind);
      layer.writeVarintField(5, 4096);
    },
    null,
  );
  return Buffer.from(pbf.finish());
}

export interface MapTile {
  z: number;
  x: number;
  y: number;
  content: Buffer;
}

const headBytes = 127;
const gzip = 2;
const vectorTiles = 1;

/** A PMTiles file with these tiles, as version 3 of its specification says. */
export async function writeStreetMap(file: string, tiles: readonly MapTile[], maxZoom = 14): Promise<void> {
  const sorted = tiles
    .map(({ z, x, y, content }) => ({ id: zxyToTileId(z, x, y), content: gzipSync(content) }))
    .sort((one, other) => one.id - other.id);
  const directory = new PbfWriter();
  directory.writeVarint(sorted.length);
  for (const [index, { id }] of sorted.entries()) directory.writeVarint(id - (sorted[index - 1]?.id ?? 0));
  for (const _ of sorted) directory.writeVarint(1);
  for (const { content } of sorted) directory.writeVarint(content.length);
  // 0: right after the one before.
  for (const [index] of sorted.entries()) directory.writeVarint(index === 0 ? 1 : 0);
  const root = gzipSync(directory.finish());
  const metadata = gzipSync("{}");
  const data = Buffer.concat(sorted.map(({ content }) => content));

  const head = Buffer.alloc(headBytes);
  head.write("PMTiles", 0, "latin1");
  head.writeUInt8(3, 7);
  const metadataAt = headBytes + root.length;
  const dataAt = metadataAt + metadata.length;
  const numbers = [
    ...[headBytes, root.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length],
    ...[sorted.length, sorted.length, sorted.length],
  ];
  for (const [index, value] of numbers.entries()) head.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  for (const [index, value] of [1, gzip, gzip, vectorTiles, 0, maxZoom].entries()) {
    head.writeUInt8(value, 96 + index);
  }
  await writeFile(file, Buffer.concat([head, root, metadata, data]));
}
