import { Semaphore } from "@/lib/shared/semaphore";

test("no more than the limit run at once, in order of arrival, even if some fail", async () => {
  const semaphore = new Semaphore(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const tasks = Array.from({ length: 9 }, (_, index) =>
    semaphore
      .run(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        if (index % 3 === 0) throw new Error("failed");
        return index;
      })
      .catch(() => -1),
  );
  expect(await Promise.all(tasks)).toEqual([-1, 1, 2, -1, 4, 5, -1, 7, 8]);
  expect([started, most]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2]);
});
