import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Compression, PMTiles, type Source, TileType } from "pmtiles";
import { env } from "@/lib/env";
import { Cache } from "@/lib/platform/cache";
import { shareOf } from "@/lib/platform/siblings";
import { processWide } from "@/lib/shared/process-wide";

/** The file isn't there, can't be read, or isn't a map that we can draw. */
export class StreetMapError extends Error {}

class FileSource implements Source {
  readonly #file: string;
  #opening: Promise<FileHandle> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  getKey(): string {
    return this.#file;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    this.#opening ??= open(this.#file, "r").catch((error) => {
      this.#opening = null;
      throw error;
    });
    const handle = await this.#opening;
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }
}

const unzip = promisify(gunzip);

async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return data;
  if (compression !== Compression.Gzip)
    throw new StreetMapError("It is compressed in another way than gzip.");
  const { buffer, byteOffset, byteLength } = await unzip(new Uint8Array(data));
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

export interface StreetMap {
  minZoom: number;
  maxZoom: number;
}

interface OpenMap extends StreetMap {
  tiles: PMTiles;
}

async function openMap(file: string): Promise<OpenMap> {
  try {
    const tiles = new PMTiles(new FileSource(file), undefined, decompress);
    const { minZoom, maxZoom, tileType } = await tiles.getHeader();
    if (tileType !== TileType.Mvt) throw new StreetMapError("It has pictures instead of vector tiles.");
    return { tiles, minZoom, maxZoom };
  } catch (cause) {
    if (cause instanceof StreetMapError) throw cause;
    throw new StreetMapError((cause as Error).message, { cause });
  }
}

interface Opened {
  file: string;
  map: Promise<OpenMap>;
}
const holder = processWide<{ opened: Opened | null }>("street map", () => ({ opened: null }));

function streetMap(file: string): Promise<OpenMap> {
  if (holder.opened?.file !== file) {
    const opened = { file, map: openMap(file) };
    holder.opened = opened;
    // It can be opened again once the disk is mounted.
    opened.map.catch(() => {
      if (holder.opened === opened) holder.opened = null;
    });
  }
  return holder.opened?.map ?? openMap(file);
}

/** What the installation's map of streets covers; null without one. @throws StreetMapError */
export async function describeStreetMap(): Promise<StreetMap | null> {
  if (!env.PMTILES) return null;
  const { minZoom, maxZoom } = await streetMap(env.PMTILES);
  return { minZoom, maxZoom };
}

const megabyte = 1024 * 1024;
const cache = new Cache<Buffer>({
  maxBytes: shareOf(16 * megabyte, 4 * megabyte),
  bytesOf: ({ length }) => length,
});

/** A Mapbox vector tile; empty if the map has nothing there, null without a map. @throws StreetMapError */
export async function readStreetTile(z: number, x: number, y: number): Promise<Buffer | null> {
  const { PMTILES: file } = env;
  if (!file) return null;
  const key = `${file} ${z}/${x}/${y}`;
  return cache.load(key, async () => {
    const { tiles } = await streetMap(file);
    const tile = await tiles.getZxy(z, x, y);
    return tile ? Buffer.from(tile.data) : Buffer.alloc(0);
  });
}
