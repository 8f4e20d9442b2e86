import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import { type FaultyS3, s3Faults, startFaultyS3 } from "@/tests/support/faulty-s3";
import { createBucket, missingS3Programs, type S3Access } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";
import { stageChunk, testStorageContract } from "@/tests/support/storage-contract";

const missing = await missingS3Programs();
if (missing.length > 0) {
  console.warn(`SKIPPED: the S3 tests need ${missing.join(", ")} (Debian: ceph-mon ceph-osd radosgw).`);
}
const describeWithServer = missing.length > 0 ? describe.skip : describe;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-scratch-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describeWithServer("S3 storage", () => {
  let server: S3Access;
  let client: S3Client;
  let bucket: string;

  beforeAll(async () => {
    server = await sharedS3Server();
    client = new S3Client({
      endpoint: server.endpoint,
      region: "us-east-1",
      credentials: server,
      forcePathStyle: true,
    });
  }, 120_000);
  afterAll(() => client.destroy());
  beforeEach(async () => {
    bucket = `test-${randomUUID()}`;
    await createBucket(server, bucket);
  });

  const open = (changes: Partial<ConstructorParameters<typeof S3Storage>[0]> = {}) =>
    new S3Storage({
      bucket,
      region: "us-east-1",
      endpoint: server.endpoint,
      accessKeyId: server.accessKeyId,
      secretAccessKey: server.secretAccessKey,
      scratchFolder: path.join(folder, bucket),
      ...changes,
    });

  describe("as any storage", () => {
    testStorageContract(async () => {
      const storage = open();
      await storage.verifyRoot({ expectExisting: false });
      return {
        storage,
        sibling: open(),
        countTemporaries: async () => (await readdir(path.join(folder, bucket)).catch(() => [])).length,
      };
    });
  });

  test("an empty bucket where files are expected counts as the wrong one", async () => {
    await expect(open().verifyRoot({ expectExisting: true })).rejects.toMatchObject({ code: "unmounted" });
    await expect(open().ready()).rejects.toMatchObject({ code: "unavailable" });
  });

  test("wrong keys and the wrong bucket are reported as unavailable, not as missing files", async () => {
    const stranger = open({ secretAccessKey: "guessed" });
    await expect(stranger.stat("a")).rejects.toMatchObject({ code: "unavailable" });
    await expect(stranger.verifyRoot({ expectExisting: false })).rejects.toMatchObject({
      code: "unavailable",
    });
    await expect(open({ bucket: `nowhere-${randomUUID()}` }).read("a")).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  test("the object contains exactly the bytes, without interleaved checksums", async () => {
    const storage = open();
    await storage.replace("plain", Buffer.alloc(300_000, "x"));
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: "plain" }));
    expect(await found.Body?.transformToString()).toBe("x".repeat(300_000));
  });

  describe("a multipart object", () => {
    const chunkBytes = 5 * 1_048_576;
    const content = randomBytes(2 * chunkBytes + 1_000);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const plan = { chunkCount: 3, bytes: content.length };
    const stage = async (storage: S3Storage) => {
      for (const index of [0, 1, 2]) {
        const offset = index * chunkBytes;
        await stageChunk(storage, "upload-1", index, offset, content.subarray(offset, offset + chunkBytes));
      }
    };
    const unfinished = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];

    let proxy: FaultyS3;
    beforeAll(async () => {
      proxy = await startFaultyS3(server.endpoint);
    });
    afterAll(() => proxy.stop());

    test.each(s3Faults.flatMap((fault) => [1, 20].map((count) => [fault, count] as const)))(
      "is complete or doesn't exist if the server answers with %s %d times",
      async (fault, count) => {
        await stage(open());
        // The upload takes about a dozen requests.
        const from = randomInt(12);
        const isLate = randomInt(2) === 1;
        const told = { fault, count, from, isLate };
        proxy.breakRequests(fault, { from, count, isLate });
        const assembled = await open({ endpoint: proxy.endpoint, idleTimeoutMs: 300 })
          .assemble("upload-1", plan, "film")
          .catch((error: unknown) => error);
        proxy.mend();
        const found = await open().stat("film");
        if (found) expect({ told, found }).toEqual({ told, found: { bytes: content.length } });
        else {
          expect({ told, assembled }).toEqual({
            told,
            assembled: expect.objectContaining({ code: "unavailable" }),
          });
          expect({ told, ...(await open().assemble("upload-1", plan, "film")) }).toMatchObject({
            told,
            sha256,
          });
        }
        const stored = await client.send(new GetObjectCommand({ Bucket: bucket, Key: "film" }));
        const bytes = (await stored.Body?.transformToByteArray()) ?? new Uint8Array();
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
        await open().removeStaleTemporaries(0);
        expect(await unfinished()).toEqual([]);
      },
    );

    test("leaves no parts of a killed server for longer than a day", async () => {
      await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: "film" }));
      expect(await open().removeStaleTemporaries()).toBe(0);
      expect(await unfinished()).toHaveLength(1);
      expect(await open().removeStaleTemporaries(0)).toBe(1);
      expect(await unfinished()).toEqual([]);
    });

    test("leaves no chunks of a forgotten upload", async () => {
      await stage(open());
      expect(await open().removeStaleTemporaries()).toBe(0);
      expect(await open().assemble("upload-1", plan, "film")).toMatchObject({ sha256 });
      await stage(open());
      expect(await open().removeStaleTemporaries(0)).toBe(3);
      await expect(open().assemble("upload-1", plan, "another")).rejects.toMatchObject({
        code: "incomplete",
      });
      expect(await open().stat("film")).toMatchObject({ bytes: content.length });
    });
  });

  describe("a bucket that keeps versions", () => {
    beforeEach(() =>
      client.send(
        new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Enabled" } }),
      ),
    );

    async function keysLeft(): Promise<(string | undefined)[]> {
      const found = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
      return [...(found.Versions ?? []), ...(found.DeleteMarkers ?? [])].map(({ Key }) => Key);
    }

    test("contains no version of a deleted photo that someone could bring back", async () => {
      const storage = open();
      for (const text of ["first", "second", "third"]) await storage.replace("photo", Buffer.from(text));
      await storage.replace("photo-of-another", Buffer.from("stays"));
      expect(await keysLeft()).toHaveLength(4);

      expect(await storage.delete("photo")).toBe("gone");
      expect(await storage.delete("photo")).toBe("gone");
      expect(await keysLeft()).toEqual(["photo-of-another"]);
    });

    test("is reported if its access key can't delete versions", async () => {
      const Policy = JSON.stringify({
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Deny",
            Principal: "*",
            Action: ["s3:DeleteObjectVersion"],
            Resource: [`arn:aws:s3:::${bucket}/*`],
          },
        ],
      });
      await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
      const storage = open();
      await storage.replace("photo", Buffer.from("bytes"));
      expect(await storage.delete("photo")).toBe("hidden");
      expect(await storage.stat("photo")).toBeNull();
    });
  });
});

describe("an S3 server that misbehaves", () => {
  let server: Server;
  let endpoint: string;
  /** How the server handles a PUT; HEAD finds nothing unless a test says so. */
  let onPut: (answer: ServerResponse, attempt: number) => void;
  let onHead: (answer: ServerResponse) => void;
  let puts: number;

  beforeAll(async () => {
    server = createServer((request, answer) => {
      if (request.method === "HEAD") return onHead(answer);
      request.resume().on("end", () => {
        puts += 1;
        onPut(answer, puts);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    puts = 0;
    onHead = (answer) => answer.writeHead(404).end();
  });

  // Long enough that nothing merely slow counts as stalled.
  const patient = 60_000;
  const storage = (idleTimeoutMs: number) =>
    new S3Storage({
      bucket: "b",
      region: "us-east-1",
      endpoint,
      accessKeyId: "k",
      secretAccessKey: "s",
      scratchFolder: path.join(folder, "misbehaving"),
      idleTimeoutMs,
    });
  async function* source() {
    yield Buffer.from("picture");
  }
  const write = (idleTimeoutMs = patient) => storage(idleTimeoutMs).write("key", source(), { maxBytes: 100 });

  test.each([
    ["answers 503", patient, (answer: ServerResponse) => void answer.writeHead(503).end()],
    ["resets the connection", patient, (answer: ServerResponse) => void answer.socket?.resetAndDestroy()],
    ["never answers", 1_000, () => {}],
    [
      "answers 200 with an error in the body",
      patient,
      (answer: ServerResponse) => void answer.end("<Error><Code>InternalError</Code></Error>"),
    ],
    ["answers 200 and stores nothing", patient, (answer: ServerResponse) => void answer.end()],
  ])("a server that %s has stored nothing, and is asked three times", async (_, idleTimeoutMs, misbehave) => {
    onPut = misbehave;
    await expect(write(idleTimeoutMs)).rejects.toMatchObject({ code: "unavailable" });
    expect(puts).toBe(3);
    expect(await readdir(path.join(folder, "misbehaving"))).toEqual([]);
  });

  test("a full server is reported as full, at once", async () => {
    const body = "<Error><Code>QuotaExceeded</Code></Error>";
    onPut = (answer) => void answer.writeHead(403, { "content-type": "application/xml" }).end(body);
    await expect(write()).rejects.toMatchObject({ code: "full" });
    expect(puts).toBe(1);
  });

  test("a server that recovers on the third attempt has stored the object", async () => {
    let writeId = "";
    server.prependListener("request", (request) => {
      writeId = String(request.headers["x-amz-meta-write-id"] ?? writeId);
    });
    onPut = (answer, attempt) => {
      if (attempt < 3) return void answer.socket?.resetAndDestroy();
      onHead = (head) =>
        void head.writeHead(200, { "content-length": "7", "x-amz-meta-write-id": writeId }).end();
      answer.end();
    };
    expect((await write()).bytes).toBe(7);
  });

  test("an object whose length differs from what was sent doesn't count as stored", async () => {
    onPut = (answer) => {
      onHead = (head) => void head.writeHead(200, { "content-length": "3" }).end();
      answer.end();
    };
    await expect(write()).rejects.toMatchObject({ name: "StorageError" });
  });
});
