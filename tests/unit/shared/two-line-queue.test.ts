import { FullQueueError, TwoLineQueue } from "@/lib/shared/two-line-queue";

/** A task that ends when it is told to. */
function heldTask(done: string[], name: string) {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const task = async () => {
    await held;
    done.push(name);
    return name;
  };
  return { task, end };
}

test("a flood in the second line is refused beyond its end, and the first line takes precedence", async () => {
  const queue = new TwoLineQueue(1, 2);
  const done: string[] = [];
  const running = heldTask(done, "running");
  const finished = [queue.run(running.task, false)];
  const quick = (name: string) => async () => {
    done.push(name);
    return name;
  };
  finished.push(queue.run(quick("stranger 1"), false), queue.run(quick("stranger 2"), false));
  await expect(queue.run(quick("stranger 3"), false)).rejects.toThrow(FullQueueError);
  finished.push(queue.run(quick("known 1"), true), queue.run(quick("known 2"), true));
  await expect(queue.run(quick("known 3"), true)).rejects.toThrow(FullQueueError);
  running.end();
  await Promise.all(finished);
  expect(done).toEqual(["running", "known 1", "known 2", "stranger 1", "stranger 2"]);
});

test("a failed task frees its place", async () => {
  const queue = new TwoLineQueue(1, 5);
  const failing = queue.run(async () => {
    throw new Error("failed");
  }, true);
  const next = queue.run(async () => "next", false);
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
});
