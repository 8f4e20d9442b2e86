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

test("what is done in time is handed over, and begun again when it is asked for again", async () => {
  const waiting = patience();
  const begin = jest.fn(async () => "done");
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(begin).toHaveBeenCalledTimes(2);
});

test("what takes longer goes on, and whoever asks again gets its outcome", async () => {
  const waiting = patience();
  const { begin, finish } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  expect(await waiting.wait("a", begin)).toBeNull();
  expect(await waiting.wait("b", async () => "another")).toEqual({ value: "another" });
  finish("done");
  expect(await waiting.wait("a", begin)).toEqual({ value: "done" });
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a late failure goes to whoever asks again, and is nobody's unhandled error", async () => {
  const waiting = patience();
  const { begin, fail } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  fail(new Error("No room"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(waiting.wait("a", begin)).rejects.toThrow("No room");
});

test("an outcome that nobody fetched is forgotten", async () => {
  const waiting = patience(5);
  const { begin, finish } = work();
  expect(await waiting.wait("a", begin)).toBeNull();
  finish("done");
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await waiting.wait("a", async () => "anew")).toEqual({ value: "anew" });
});

test("a failure in time is thrown at once, and the next try begins anew", async () => {
  const waiting = patience();
  const begin = jest.fn(() => Promise.reject(new Error("No room")));
  for (let time = 0; time < 2; time++) await expect(waiting.wait("a", begin)).rejects.toThrow("No room");
  expect(begin).toHaveBeenCalledTimes(2);
});
