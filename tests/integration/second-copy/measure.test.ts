import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { tinyPicture } from "@/tests/support/pictures";
import { emptyFolder, newKeyFile, restoreElsewhere } from "@/tests/support/second-copies";
import { withTestStorage } from "@/tests/support/test-storage";

const key = await newKeyFile();
const copy = emptyFolder("copy");
process.env.SECOND_COPY = copy;
process.env.SECOND_COPY_KEY = key.recipient;
await withOwnPostgres(process.env.DATA_DIR ?? "");
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
const say = (...a: unknown[]) => process.stderr.write(`MEASURE ${JSON.stringify(a)}\n`);
const state = () => db.secondCopy.findFirst();

test("measure", async () => {
  const { cookie } = await createOwner({ tier: "premium" });
  await beginSecondCopy();
  const program = await buildBareServer();
  const tiny = await tinyPicture();
  const upload = async (origin: string) => {
    const content = Buffer.concat([tiny, randomBytes(2_000_000)]);
    const r = await fetch(`${origin}/api/media`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify({
        fileName: "a.jpg",
        fileType: "image",
        year: 2024,
        month: 1,
        fileData: content.toString("base64"),
      }),
    });
    if (r.status !== 201) throw new Error(`${r.status} ${await r.text()}`);
    return r;
  };
  const many = async (origin: string, count: number) => {
    const t = performance.now();
    let left = count;
    await Promise.all(
      [0, 1].map(async () => {
        while (left-- > 0) await upload(origin);
      }),
    );
    return Math.round(performance.now() - t);
  };
  const times: Record<string, number[]> = { without: [], with: [] };
  for (let i = 0; i < 4; i++) {
    for (const mode of i % 2 ? ["without", "with"] : ["with", "without"]) {
      if (mode === "without") process.env.SECOND_COPY = "";
      else process.env.SECOND_COPY = copy;
      const server = await startKillableServer(program);
      if (mode === "with") {
        const since = Date.now();
        while (((await state())?.copiedUntil?.getTime() ?? 0) < since) await delay(200);
      }
      await many(server.origin, 10);
      const ms = await many(server.origin, 100);
      times[mode]?.push(ms);
      say(mode, ms);
      if (i === 3 && mode === "with") {
        const behind: number[] = [];
        for (let n = 0; n < 5; n++) {
          await delay(Math.random() * 8000);
          await upload(server.origin);
          const at = Date.now();
          let age = 0;
          while (((await state())?.copiedUntil?.getTime() ?? 0) < at) {
            await delay(100);
            age = Math.max(age, Date.now() - ((await state())?.copiedUntil?.getTime() ?? 0));
          }
          behind.push(Date.now() - at);
          say("upload in the copy after", Date.now() - at, "oldest age", age);
        }
        const idleFrom = Date.now();
        let worst = 0;
        while (Date.now() - idleFrom < 70_000) {
          await delay(200);
          worst = Math.max(worst, Date.now() - ((await state())?.copiedUntil?.getTime() ?? 0));
        }
        say("idle: oldest age", worst);
      }
      await server.kill();
    }
  }
  say(times);
  const sizes: number[] = [];
  for (const e of await readdir(path.join(copy, "database"), { recursive: true, withFileTypes: true }))
    if (e.isFile()) {
      const s = await stat(path.join(e.parentPath, e.name));
      if (e.name.includes("whole") || e.name.includes("partial")) sizes.push(s.size);
      else say(e.name, s.size);
    }
  say("changes", sizes);
  process.env.SECOND_COPY = copy;
  const t = performance.now();
  const r = await restoreElsewhere(["--from", copy, "--key", key.file]);
  say("restore", Math.round(performance.now() - t), r.code, r.words.slice(0, 300), await db.media.count());
}, 590_000);
