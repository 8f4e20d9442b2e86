import { randomBytes, randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { type CallOptions, call } from "@/tests/support/call";
import { createPerson, type FamilyPerson, keepMedia, testPassword } from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";

/** A call as somebody rightly makes it. */
export interface SampleRequest extends CallOptions {
  path: string;
}

export interface SampleCall {
  /** Makes what the id in the path or body names, belonging to this person; absent: the call takes no id. */
  target?: (owner: FamilyPerson) => Promise<string>;
  request: (id: string) => SampleRequest | Promise<SampleRequest>;
  /** Of success. */
  status: number;
}

const at = encodeURIComponent;

/** An item whose files nobody asks for. */
const item = async (owner: FamilyPerson) => (await keepMedia(owner, { hasFiles: false })).id;
const picture = async (owner: FamilyPerson) => (await keepMedia(owner)).id;
const clip = async (owner: FamilyPerson) =>
  (await keepMedia(owner, { mediaType: "video", content: clipBytes() })).id;
const trashed = async (owner: FamilyPerson) =>
  (await keepMedia(owner, { deletedAt: new Date(), deletedById: owner.userId })).id;
const broken = async (owner: FamilyPerson) =>
  (await keepMedia(owner, { hasFiles: false, derivatives: "failed" })).id;

const chunk = clipBytes(200);

export const openUploadFields = (uploadId: string) => ({
  fileName: "film.mp4",
  fileSize: chunk.length,
  totalChunks: 1,
  uploadId,
  year: 2024,
  month: 7,
});

const upload = async (owner: FamilyPerson) => {
  // Not more than a few may be open at once.
  await db.upload.deleteMany({ where: { userId: owner.userId, mediaId: null } });
  const uploadId = `film of ${randomUUID()}`;
  const json = openUploadFields(uploadId);
  const answer = await call("POST", "/api/media/chunked-upload/init", { cookie: owner.cookie, json });
  if (answer.status !== 201) throw new Error(`No upload was begun: ${answer.status}`);
  return uploadId;
};

const chunkBody = (uploadId: string, content: Buffer = chunk) => ({
  uploadId,
  chunkIndex: 0,
  chunkData: `data:application/octet-stream;base64,${content.toString("base64")}`,
});

const arrived = async (owner: FamilyPerson) => {
  const uploadId = await upload(owner);
  // Films of one family differ, else the second is a duplicate of the first.
  const json = chunkBody(uploadId, clipBytes(chunk.length));
  await call("POST", "/api/media/chunked-upload/chunk", { cookie: owner.cookie, json });
  return uploadId;
};

const get = (path: string): SampleCall => ({ request: () => ({ path }), status: 200 });

const file = (path: string, target: SampleCall["target"]): SampleCall => ({
  ...(target ? { target } : {}),
  request: (id) => ({ path: path.replace("{id}", at(id)) }),
  status: 200,
});

const fresh = () => {
  const name = `new-${randomBytes(5).toString("hex")}`;
  return { username: name, email: `${name}@example.org`, password: testPassword };
};

/** One right request for every call there is. A declared call that is missing here fails the access matrix. */
export const sampleCalls: Record<string, SampleCall> = {
  "POST /api/auth/login": {
    request: async () => {
      const { username } = await createPerson();
      return { path: "/api/auth/login", json: { usernameOrEmail: username, password: testPassword } };
    },
    status: 200,
  },
  "POST /api/auth/logout": { request: () => ({ path: "/api/auth/logout" }), status: 200 },
  "GET /api/auth/me": get("/api/auth/me"),
  "GET /api/auth/user": get("/api/auth/user"),
  "POST /api/create-account": {
    request: () => ({ path: "/api/create-account", json: fresh() }),
    status: 201,
  },
  "POST /api/organization/signup": {
    request: () => ({ path: "/api/organization/signup", json: { ...fresh(), familyName: "The Lindqvists" } }),
    status: 201,
  },

  "GET /api/docs": get("/api/docs"),
  "GET /api/health": get("/api/health"),
  "GET /api/openapi.json": get("/api/openapi.json"),
  "GET /api/ready": get("/api/ready"),

  ...Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [
      `${method} /api/{path}`,
      { request: () => ({ path: "/api/no-such-call" }), status: 404 },
    ]),
  ),

  "GET /api/hashtags/existing": get("/api/hashtags/existing"),
  "GET /api/hashtags/recent": get("/api/hashtags/recent"),

  "POST /api/hearts": {
    target: item,
    request: (mediaId) => ({ path: "/api/hearts", json: { mediaId } }),
    status: 201,
  },
  "GET /api/hearts/user": get("/api/hearts/user"),
  "DELETE /api/hearts/{id}": {
    target: item,
    request: (id) => ({ path: `/api/hearts/${at(id)}` }),
    status: 200,
  },
  "GET /api/hearts/{id}/count": file("/api/hearts/{id}/count", item),

  "GET /direct-image/{id}": file("/direct-image/{id}", picture),
  "GET /fast-images/thumbnail/{id}": file("/fast-images/thumbnail/{id}", picture),
  "GET /api/images/medium/{id}": file("/api/images/medium/{id}", picture),
  "GET /api/images/thumbnail/{id}": file("/api/images/thumbnail/{id}", picture),
  "GET /api/video/stream/{id}": file("/api/video/stream/{id}", clip),
  "GET /api/video/thumbnail/{id}": file("/api/video/thumbnail/{id}", clip),

  "GET /api/media": get("/api/media"),
  "POST /api/media": {
    request: async () => ({
      path: "/api/media",
      json: {
        fileName: "beach.jpg",
        fileType: "image",
        year: 2024,
        month: 7,
        description: "At the #sea",
        fileData: (await tinyPicture()).toString("base64"),
      },
    }),
    status: 201,
  },
  "GET /api/media/{id}": file("/api/media/{id}", item),
  "PATCH /api/media/{id}": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}`, json: { description: "Changed" } }),
    status: 200,
  },
  "DELETE /api/media/{id}": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}`, json: {} }),
    status: 204,
  },
  "GET /api/media/{id}/download": file("/api/media/{id}/download", picture),
  "POST /api/media/{id}/featured": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/featured`, json: { featured: true } }),
    status: 200,
  },
  "POST /api/media/{id}/restore": {
    target: trashed,
    request: (id) => ({ path: `/api/media/${at(id)}/restore` }),
    status: 200,
  },
  "POST /api/media/{id}/retry": {
    target: broken,
    request: (id) => ({ path: `/api/media/${at(id)}/retry` }),
    status: 202,
  },
  "GET /api/media/favorites": get("/api/media/favorites"),
  "GET /api/media/latest": get("/api/media/latest"),
  "GET /api/media/month/{year}/{month}": get("/api/media/month/2024/7"),
  "GET /api/media/search": get("/api/media/search?q=sea"),
  "GET /api/media/trash": get("/api/media/trash"),
  "GET /api/media/trash/{id}/thumbnail": file("/api/media/trash/{id}/thumbnail", trashed),
  "GET /api/media/year/{year}": get("/api/media/year/2024"),
  "GET /api/media/years": get("/api/media/years"),
  "GET /api/year-covers": get("/api/year-covers"),
  "GET /api/years": get("/api/years"),
  "POST /api/welcome-image": {
    target: item,
    request: (mediaId) => ({ path: "/api/welcome-image", json: { mediaId } }),
    status: 200,
  },

  "POST /api/media/chunked-upload/init": {
    request: () => ({
      path: "/api/media/chunked-upload/init",
      json: openUploadFields(`film of ${randomUUID()}`),
    }),
    status: 201,
  },
  "POST /api/media/chunked-upload/chunk": {
    target: upload,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/chunk", json: chunkBody(uploadId) }),
    status: 200,
  },
  "GET /api/media/chunked-upload/{uploadId}": {
    target: upload,
    request: (uploadId) => ({ path: `/api/media/chunked-upload/${at(uploadId)}` }),
    status: 200,
  },
  "POST /api/media/chunked-upload/complete": {
    target: arrived,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/complete", json: { uploadId } }),
    status: 201,
  },
  "POST /api/media/chunked-upload/cancel": {
    target: upload,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/cancel", json: { uploadId } }),
    status: 204,
  },
};
