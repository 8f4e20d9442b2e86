import { useEffect, useRef, useState } from "react";
import { type Outlines, unpackOutlines } from "@/lib/album/map/client/outlines";
import { type ShownTile, type Size, tilesOf, type View } from "@/lib/album/map/client/projection";
import { readOutlines, readStreets, readTownNames } from "@/lib/album/map/client/queries";
import type { StreetTile } from "@/lib/album/map/client/streets";
import type { OutlineDetail, TownNameDto } from "@/lib/album/map/schema";

/** The zoom from which each level looks better than the one before. */
const detailFrom = [
  ["finest", 7],
  ["fine", 3.2],
  ["coarse", 0],
] as const satisfies [OutlineDetail, number][];
const detailAt = (zoom: number): OutlineDetail =>
  detailFrom.find(([, from]) => zoom >= from)?.[0] ?? "coarse";

/** The world's outlines, as fine as the zoom needs; until those have loaded, the ones at hand. */
export function useOutlines(zoom: number): Outlines | null {
  const [read, setRead] = useState<Partial<Record<OutlineDetail, Outlines>>>({});
  const wanted = detailAt(zoom);
  const isThere = wanted in read;
  useEffect(() => {
    if (isThere) return;
    let isWanted = true;
    readOutlines(wanted)
      .then((outlines) => {
        if (isWanted) setRead((known) => ({ ...known, [wanted]: unpackOutlines(outlines) }));
      })
      // Photos can be seen without a coastline; another zoom tries again.
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [wanted, isThere]);
  return read[wanted] ?? read.finest ?? read.fine ?? read.coarse ?? null;
}

export interface StreetZooms {
  minZoom: number;
  maxZoom: number;
}

const maxTiles = 300;

/** Loaded tiles by key; the least recently loaded are evicted. */
export class TileStore<T> {
  readonly #tiles = new Map<string, T | null>();
  readonly #read: (key: string) => Promise<T>;
  readonly #onRead: () => void;

  constructor(read: (key: string) => Promise<T>, onRead: () => void) {
    this.#read = read;
    this.#onRead = onRead;
  }

  get(key: string): T | null {
    return this.#tiles.get(key) ?? null;
  }

  /** Loads the tiles that are missing. */
  want(keys: readonly string[]): void {
    for (const key of keys) if (!this.#tiles.has(key)) void this.#readOne(key);
  }

  async #readOne(key: string): Promise<void> {
    // Set while loading too, so that each tile is requested only once.
    this.#tiles.set(key, null);
    try {
      this.#tiles.set(key, await this.#read(key));
      for (const oldest of this.#tiles.keys()) {
        if (this.#tiles.size <= maxTiles) break;
        this.#tiles.delete(oldest);
      }
      this.#onRead();
    } catch {
      // It is requested again once the map has moved.
      this.#tiles.delete(key);
    }
  }
}

/** One tile of town names covers four of the map's own, so a view needs few. */
const nameZoom = (zoom: number) => Math.max(0, Math.min(12, Math.floor(zoom) - 1));

export interface Ground {
  names: TownNameDto[];
  streets: { tile: ShownTile; drawing: StreetTile }[];
}

interface Stores {
  names: TileStore<TownNameDto[]>;
  streets: TileStore<StreetTile>;
}

function useStores(): Stores {
  // Re-renders when a tile has loaded.
  const [, setReadCount] = useState(0);
  const stores = useRef<Stores>(null);
  if (!stores.current) {
    const onRead = () => setReadCount((count) => count + 1);
    stores.current = {
      names: new TileStore(readTownNames, onRead),
      streets: new TileStore(async (key) => {
        const [bytes, { readStreetTile }] = await Promise.all([
          readStreets(key),
          import("@/lib/album/map/client/streets"),
        ]);
        return readStreetTile(bytes);
      }, onRead),
    };
  }
  return stores.current;
}

/** The town names and, if the installation has them, the streets in view. */
export function useGround(view: View, size: Size | null, zooms: StreetZooms | null): Ground {
  const stores = useStores();
  const named = size ? tilesOf(view, size, nameZoom(view.zoom)) : [];
  const streetZoom = zooms && Math.min(zooms.maxZoom, Math.floor(view.zoom));
  const drawn =
    size && streetZoom !== null && streetZoom >= Math.max(zooms?.minZoom ?? 0, 5)
      ? tilesOf(view, size, streetZoom)
      : [];
  const wanted = `${named.map(({ key }) => key).join(" ")}|${drawn.map(({ key }) => key).join(" ")}`;
  useEffect(() => {
    const [names = "", streets = ""] = wanted.split("|");
    stores.names.want(names.split(" ").filter(Boolean));
    stores.streets.want(streets.split(" ").filter(Boolean));
  }, [stores, wanted]);
  return {
    names: named.flatMap(({ key }) => stores.names.get(key) ?? []),
    streets: drawn.flatMap((tile) => {
      const drawing = stores.streets.get(tile.key);
      return drawing ? [{ tile, drawing }] : [];
    }),
  };
}
