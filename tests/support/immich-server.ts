import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeAsset {
  id: string;
  content: Buffer;
  /** What the server says about it, over an ordinary photo. */
  says?: Record<string, unknown>;
}

export interface FakeImmich {
  address: string;
  key: string;
  assets: FakeAsset[];
  albums: { id: string; albumName: string; assetIds: string[] }[];
  /** "METHOD path" of each request, in their order. */
  calls: string[];
  /** Answers the next requests for originals with this status. */
  failing: number[];
  /** Sends half of the next original, and breaks off. */
  breaksOff: boolean;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString("utf8") || "{}");
}

/** As versions 2 and 3 answer; fields that the import doesn't read are left out. */
function describe({ id, content, says }: FakeAsset) {
  return {
    id,
    type: "IMAGE",
    originalFileName: "photo.jpg",
    originalPath: "/usr/src/app/upload/library/photo.jpg",
    fileCreatedAt: "2024-07-03T12:05:09.000Z",
    fileModifiedAt: "2024-07-03T12:05:09.000Z",
    localDateTime: "2024-07-03T14:05:09.000Z",
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    visibility: "timeline",
    livePhotoVideoId: null,
    people: [],
    ...says,
    exifInfo: { fileSizeInByte: content.length, ...(says?.exifInfo as object) },
  };
}

/** A server that speaks as much of Immich's API as an import uses. It pages by two. */
export async function startImmich(): Promise<FakeImmich> {
  const fake: Omit<FakeImmich, "address" | "close"> = {
    key: "immich-key-0123456789",
    assets: [],
    albums: [],
    calls: [],
    failing: [],
    breaksOff: false,
  };
  const server: Server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = request.url ?? "";
    fake.calls.push(`${request.method} ${path}`);
    const answer = (status: number, json: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(json));
    };
    if (path.startsWith("/redirect/")) {
      response.writeHead(302, { Location: path.slice("/redirect".length) });
      return response.end();
    }
    if (request.headers["x-api-key"] !== fake.key) return answer(401, { message: "Invalid API key" });
    if (path === "/api/users/me") return answer(200, { id: "user-1", name: "Ada", email: "ada@example.org" });
    if (path === "/api/albums")
      return answer(
        200,
        fake.albums.map(({ assetIds, ...album }) => ({ ...album, assetCount: assetIds.length })),
      );
    if (path === "/api/search/metadata") {
      const [wanted] = (body.albumIds as string[] | undefined) ?? [];
      const inAlbum = fake.albums.find(({ id }) => id === wanted)?.assetIds;
      const described = fake.assets.map(describe);
      const found = described.filter(({ id, visibility, isTrashed }) =>
        inAlbum ? inAlbum.includes(id) : visibility === body.visibility && (body.withDeleted || !isTrashed),
      );
      const page = Number(body.page);
      const items = found.slice((page - 1) * 2, page * 2);
      const nextPage = page * 2 < found.length ? String(page + 1) : null;
      return answer(200, { assets: { items, nextPage, total: found.length, count: items.length } });
    }
    const id = /^\/api\/assets\/([^/]+)\/original$/.exec(path)?.[1];
    const asset = fake.assets.find((one) => one.id === id);
    const status = asset && fake.failing.shift();
    if (!asset || status) return answer(status ?? 404, { message: "Not found" });
    response.writeHead(200, { "Content-Length": asset.content.length });
    if (!fake.breaksOff) return response.end(asset.content);
    fake.breaksOff = false;
    response.write(asset.content.subarray(0, asset.content.length / 2));
    return response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
