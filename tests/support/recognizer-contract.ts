import type { PictureReading, Recognizer } from "@/lib/platform/recognition/recognition-driver";

export interface RecognizerUnderTest {
  recognizer: Recognizer;
  /** A picture of two people and nothing else to find. */
  two: Buffer;
  /** The same two, the picture a little darker. */
  twoDarker: Buffer;
  /** Nobody. */
  empty: Buffer;
}

function distance(one: Float32Array, other: Float32Array): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
}

const fromLeft = ({ faces }: PictureReading) => faces.toSorted((one, other) => one.left - other.left);

/** What every recognizer must do. */
export function recognizerContract(make: () => Promise<RecognizerUnderTest>, timeoutMs = 30_000): void {
  let under: RecognizerUnderTest;
  beforeAll(async () => {
    under = await make();
  }, timeoutMs);
  afterAll(() => under.recognizer.close());
  const faces = { faces: true, labels: false };

  test(
    "faces have a box inside the picture and a descriptor of length 1; other pictures of a face stay near it",
    async () => {
      const [two, darker] = [
        fromLeft(await under.recognizer.readPicture(under.two, faces)),
        fromLeft(await under.recognizer.readPicture(under.twoDarker, faces)),
      ];
      expect([two.length, darker.length]).toEqual([2, 2]);
      for (const { left, top, width, height, score, descriptor } of two) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(1.001);
        expect(top + height).toBeLessThanOrEqual(1.001);
        expect(Math.min(width, height, score)).toBeGreaterThan(0);
        expect(descriptor).toHaveLength(128);
        expect(Math.hypot(...descriptor)).toBeCloseTo(1, 4);
      }
      const [ama, kofi] = two.map(({ descriptor }) => descriptor);
      const [amaAgain] = darker.map(({ descriptor }) => descriptor);
      if (!ama || !kofi || !amaAgain) throw new Error("Nobody was found");
      expect(distance(ama, amaAgain)).toBeLessThan(distance(ama, kofi));
    },
    timeoutMs,
  );

  test(
    "only what was requested is looked for, and an empty picture has nobody in it",
    async () => {
      const { recognizer, two, empty } = under;
      expect(await recognizer.readPicture(two, { faces: false, labels: false })).toEqual({
        faces: [],
        labels: [],
      });
      expect((await recognizer.readPicture(empty, faces)).faces).toEqual([]);
    },
    timeoutMs,
  );

  test(
    "bytes that aren't a picture are refused, and the next picture is read",
    async () => {
      const { recognizer, two } = under;
      await expect(recognizer.readPicture(Buffer.from("no picture"), faces)).rejects.toMatchObject({
        name: "RecognitionError",
        code: "unreadable",
      });
      expect((await recognizer.readPicture(two, faces)).faces).toHaveLength(2);
    },
    timeoutMs,
  );

  test(
    "it starts again automatically after being closed",
    async () => {
      const { recognizer, empty } = under;
      await recognizer.close();
      expect(await recognizer.readPicture(empty, faces)).toEqual({ faces: [], labels: [] });
    },
    timeoutMs,
  );
}
