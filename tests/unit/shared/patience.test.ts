import { Patience } from "@/lib/shared/patience";

function work() {
  let finish: (value: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const done = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { begin: jest.fn(() => done), finish, fail };
}

const patience = (keepMs = 60_000) => new Patience<string>({ waitMs: 20, keepMs });

test("work finished in time is returned, and started again when requested again", async () => {
  const waiting = patience();
  const begin = jest.fn(async () => "done");
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(begin).toHaveBeenCalledTimes(2);
});

test("work that takes longer continues, and the next caller gets its outcome", async () => {
  const waiting = patience();
  const { begin, finish } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  expect(await waiting.wait("a", begin)).toBeNull();
  expect(await waiting.wait("b", async () => "another")).toEqual({ value: "another" });
  finish("done");
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a late failure goes to the next caller, and is never an unhandled error", async () => {
  const waiting = patience();
  const { begin, fail } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  fail(new Error("No room"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(waiting.wait("a", begin)).rejects.toThrow("No room");
});

test("after a late failure has been delivered, the next attempt starts over and is remembered as long", async () => {
  const waiting = patience(30);
  const [first, second] = [work(), work()];
  expect(await waiting.wait("a", first.begin)).toBeNull();
  first.fail(new Error("No room"));
  await expect(waiting.wait("a", first.begin)).rejects.toThrow("No room");
  expect(await waiting.wait("a", second.begin)).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 60));
  second.finish("done");
  expect(await waiting.wait("a", second.begin)).toEqual({ value: "done" });
  expect([first.begin, second.begin].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test("an outcome that nobody collected is forgotten", async () => {
  const waiting = patience(5);
  const { begin, finish } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  finish("done");
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await waiting.wait("a", async () => "anew")).toEqual({ value: "anew" });
});

test("a failure in time is thrown at once, and the next attempt starts over", async () => {
  const waiting = patience();
  const begin = jest.fn(() => Promise.reject(new Error("No room")));
  for (let time = 0; time < 2; time++) await expect(waiting.wait("a", begin)).rejects.toThrow("No room");
  expect(begin).toHaveBeenCalledTimes(2);
});
