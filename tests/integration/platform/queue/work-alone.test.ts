import { withLock } from "@/lib/platform/locks";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

/** Works alone on a film. @returns when the job comes back; undefined means at once */
async function workOnce(work: () => Promise<unknown>): Promise<(Date | undefined)[]> {
  const comesBack: (Date | undefined)[] = [];
  await workAlone("film", async (runAt) => void comesBack.push(runAt), work);
  return comesBack;
}

test("a job whose work is done doesn't come back", async () => {
  expect(await workOnce(async () => {})).toEqual([]);
  expect(await workOnce(async () => true)).toEqual([]);
});

test("a job with more to do comes back at once", async () => {
  expect(await workOnce(async () => false)).toEqual([undefined]);
});

test("a job that another process is working on comes back later, until that process ends", async () => {
  const work = jest.fn(async () => {});
  await withLock("film", {}, async () => {
    const before = Date.now();
    const [runAt] = await workOnce(work);
    expect(runAt?.getTime()).toBeGreaterThan(before);
  });
  expect(work).not.toHaveBeenCalled();
  expect(await workOnce(work)).toEqual([]);
  expect(work).toHaveBeenCalledTimes(1);
});

test("a job whose work fails is left to the queue", async () => {
  const failing = () => Promise.reject(new Error("broken"));
  const enqueueAgain = jest.fn(async () => {});
  await expect(workAlone("film", enqueueAgain, failing)).rejects.toThrow("broken");
  expect(enqueueAgain).not.toHaveBeenCalled();
});
