import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { steadyStream } from "@/lib/platform/storage/steady-stream";
import { until } from "@/tests/support/until";

const content = randomBytes(100_000);
const broken = new Error("The connection broke");

/** A connection that delivers this many bytes and then breaks, or ends if the content does. */
function connection(from: number, bytes: number): Readable {
  async function* blocks() {
    yield content.subarray(from, from + bytes);
    if (from + bytes < content.length) throw broken;
  }
  return bytes === 0 ? brokenAtOnce() : Readable.from(blocks(), { objectMode: false });
}

const brokenAtOnce = () => new Readable({ read: () => {} }).destroy(broken);

test("continues where the connection broke, as long as each one brings something", async () => {
  const from: number[] = [];
  const open = async (start: number) => {
    from.push(start);
    return connection(start, 30_000);
  };
  const stream = await steadyStream(open, 5_000);
  expect(await buffer(stream)).toEqual(content.subarray(5_000));
  expect(from).toEqual([5_000, 35_000, 65_000, 95_000]);
});

test("fails with the error that broke it if the second connection brings nothing either", async () => {
  let opened = 0;
  const open = async (start: number) => connection(start, opened++ === 0 ? 10 : 0);
  await expect(buffer(await steadyStream(open, 0))).rejects.toBe(broken);
  expect(opened).toBe(2);
});

test("reports at once what can't be opened, and fails if it can't be opened again later", async () => {
  const missing = new Error("missing");
  await expect(steadyStream(() => Promise.reject(missing), 0)).rejects.toBe(missing);
  let opened = 0;
  const open = async (start: number) => {
    if (opened++ > 0) throw missing;
    return connection(start, 10);
  };
  await expect(buffer(await steadyStream(open, 0))).rejects.toBe(missing);
});

test.each(["before its first byte", "in the middle"])(
  "destroyed %s it releases its connection",
  async (when) => {
    const opened: Readable[] = [];
    const stream = await steadyStream(async (start) => {
      const made = connection(start, content.length);
      opened.push(made);
      return made;
    }, 0);
    if (when === "in the middle") await new Promise((resolve) => stream.once("readable", resolve));
    stream.on("error", () => {}).destroy(new Error("The reader left"));
    await until(() => opened.every(({ destroyed }) => destroyed));
    expect(opened).toHaveLength(1);
  },
);

test("a connection that breaks while nobody reads does no harm", async () => {
  const first = connection(0, content.length);
  const opened = [first];
  const stream = await steadyStream(async (start) => opened.shift() ?? connection(start, content.length), 0);
  first.destroy(broken);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await buffer(stream)).toEqual(content);
});
