import fc from "fast-check";
import { planFile } from "@/lib/album/media/server/file-plan";

const file = { key: "a", contentType: "image/webp", etag: '"tag"' };
const plan = (size: number, headers: Record<string, string> = {}) =>
  planFile(file, size, (name) => headers[name]);

test("for any range, what is announced is what is sent, and is inside the file", () => {
  const ranges = fc.oneof(
    fc.tuple(fc.nat(2000), fc.nat(2000)).map(([from, to]) => `bytes=${from}-${to}`),
    fc.nat(2000).map((from) => `bytes=${from}-`),
    fc.nat(2000).map((last) => `bytes=-${last}`),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1500 }), ranges, (size, range) => {
      const { status, headers, range: sent } = plan(size, { range });
      if (status === 416) return expect([sent, headers["Content-Range"]]).toEqual([null, `bytes */${size}`]);
      if (!sent) throw new Error("Nothing would be sent");
      expect(sent.start).toBeGreaterThanOrEqual(0);
      expect(sent.end).toBeLessThan(size);
      expect(sent.end).toBeGreaterThanOrEqual(sent.start);
      expect(headers["Content-Length"]).toBe(String(sent.end - sent.start + 1));
      const isPart = status === 206;
      expect(headers["Content-Range"]).toBe(isPart ? `bytes ${sent.start}-${sent.end}/${size}` : undefined);
      if (!isPart) expect(sent).toEqual({ start: 0, end: size - 1 });
    }),
  );
});

test("an empty file has nothing to send", () => {
  expect(plan(0)).toMatchObject({ status: 200, range: null });
  expect(plan(0, { range: "bytes=0-" }).status).toBe(416);
});

test("huge numbers in a range do no harm", () => {
  const end = "9".repeat(400);
  expect(plan(10, { range: `bytes=0-${end}` })).toMatchObject({ status: 206, range: { start: 0, end: 9 } });
  expect(plan(10, { range: `bytes=${end}-` }).status).toBe(416);
  expect(plan(10, { range: `bytes=-${end}` })).toMatchObject({ status: 206, range: { start: 0, end: 9 } });
});

test("a known file answers 304 without type, length or name, whatever range is asked for", () => {
  const { status, headers, range } = plan(10, { "if-none-match": '"tag"', range: "bytes=0-1" });
  expect([status, range]).toEqual([304, null]);
  for (const name of ["Content-Type", "Content-Length", "Content-Disposition"])
    expect(headers[name]).toBeUndefined();
});

test("a download's header contains only legal characters, and no name escapes its quotes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (downloadName) => {
      fc.pre(downloadName.isWellFormed());
      const header = planFile({ ...file, downloadName }, 1, () => null).headers["Content-Disposition"] ?? "";
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/);
      expect(header.split('"')).toHaveLength(3);
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? "")).toBe(downloadName);
    }),
  );
});
