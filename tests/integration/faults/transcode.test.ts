import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databasePool, db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, type KillableServer, startKillableServer } from "@/tests/support/killable-server";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const kills = faultRounds({ full: 50, few: 2 });
/** How often a film is attempted (quality.md, Retries). */
const maxAttempts = 3;
/** A busy machine takes minutes to make two minutes of film playable. */
const patienceMs = 400_000;

let folder: string;
let film: Buffer;
let owner: FamilyPerson;
let program: string;
let films = 0;
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-film-"));
  // No browser plays it, and making it playable takes long enough to be killed halfway.
  const encode = ["-c:v", "mpeg4", "-q:v", "4", "-an"];
  const picture = "testsrc2=s=1280x720:r=25:d=5";
  film = await readFile(await makeClip(path.join(folder, "film.avi"), { picture, sound: null, encode }));
  owner = await createOwner({ tier: "premium" });
  program = await buildBareServer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function upload(content = film): Promise<string> {
  // The films of one family differ; anything after the last frame is ignored.
  const form = new FormData();
  form.set("year", "2024");
  form.set("month", "7");
  form.set("fileType", "video");
  form.set(
    "fileData",
    new Blob([new Uint8Array(Buffer.concat([content, Buffer.from(`${++films}`)]))]),
    "film.avi",
  );
  const answer = await call<{ id: string }>("POST", "/api/media", { cookie: owner.cookie, body: form });
  expect(answer.status).toBe(201);
  const { sha256 } = await db.media.findUniqueOrThrow({
    where: { id: answer.body.id },
    select: { sha256: true },
  });
  acknowledged.set(answer.body.id, sha256);
  return answer.body.id;
}

const stateOf = (id: string) =>
  db.media.findUniqueOrThrow({ where: { id }, select: { playable: true, transcodeAttempts: true } });

async function isTranscoding(): Promise<boolean> {
  const { rows } = await databasePool().query(
    `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'media.transcode' AND locked_at IS NOT NULL`,
  );
  return rows.length > 0;
}

async function begun(id: string, attempt: number): Promise<void> {
  await until(async () => (await stateOf(id)).transcodeAttempts >= attempt);
}

/** Attempts counted in advance for a film that is given up, because each attempt starts a server. */
const begunBefore = isFullRun ? 0 : maxAttempts - 1;
let killed = 0;

/** Lets a server begin the film this many times, and kills it halfway each time. */
async function killWhileTranscoding(id: string, times: number, before = 0): Promise<void> {
  for (let attempt = before + 1; attempt <= before + times; attempt++) {
    const server = await startKillableServer(program);
    await begun(id, attempt);
    await delay(randomInt(0, 400));
    await server.kill();
    killed++;
    expect((await stateOf(id)).playable).toBe("pending");
  }
}

async function settle(id: string): Promise<string> {
  const server: KillableServer = await startKillableServer(program);
  await until(async () => (await stateOf(id)).playable !== "pending", patienceMs);
  await until(async () => !(await isTranscoding()));
  await server.kill();
  return (await stateOf(id)).playable;
}

test(
  `a server killed ${kills} times while it makes a film playable: the film plays in the end or is given up, and is never lost`,
  async () => {
    while (killed < kills) {
      // Killed fewer times than it is tried, it plays in the end.
      const patient = await upload();
      await killWhileTranscoding(
        patient,
        Math.min(isFullRun ? randomInt(1, maxAttempts) : 1, kills - killed),
      );
      expect(await settle(patient)).toBe("ready");
      const stream = await call("GET", `/api/video/stream/${patient}`, { cookie: owner.cookie });
      expect(stream.status).toBe(200);
      await expectInvariants({ acknowledged });
      const times = maxAttempts - begunBefore;
      if (kills - killed < times) continue;

      // Killed on every try, it isn't tried a fourth time.
      const hopeless = await upload();
      await db.media.updateMany({ where: { id: hopeless }, data: { transcodeAttempts: begunBefore } });
      await killWhileTranscoding(hopeless, times, begunBefore);
      expect(await settle(hopeless)).toBe("failed");
      const refused = await call("GET", `/api/video/stream/${hopeless}`, { cookie: owner.cookie });
      expect(refused.status).toBe(422);
      await expectInvariants({ acknowledged });
    }
  },
  600_000 + kills * 20_000,
);

test("a server killed between a long film's two renditions: the first plays meanwhile, the second is made later", async () => {
  const encode = ["-c:v", "mpeg4", "-q:v", "4"];
  const picture = "testsrc2=s=1280x720:r=4:d=125";
  const long = await readFile(
    await makeClip(path.join(folder, "long.avi"), { picture, sound: null, encode }),
  );
  const id = await upload(long);
  const isSmallReady = async () =>
    (await db.media.findUniqueOrThrow({ where: { id } })).playableSmall === "ready";
  const first = await startKillableServer(program);
  await until(isSmallReady, patienceMs);
  await begun(id, 1);
  await first.kill();
  expect((await stateOf(id)).playable).toBe("pending");
  const stream = (query = "") => call("GET", `/api/video/stream/${id}${query}`, { cookie: owner.cookie });
  const small = await stream();
  expect(small.status).toBe(200);
  expect((await stream("?quality=720")).status).toBe(503);
  expect(await settle(id)).toBe("ready");
  expect((await stream()).bytes.equals(small.bytes)).toBe(false);
  expect((await stream("?quality=360")).bytes.equals(small.bytes)).toBe(true);
  await expectInvariants({ acknowledged });
}, 1_000_000);
