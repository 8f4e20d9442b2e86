import { execFileSync } from "node:child_process";
import path from "node:path";
import sharp from "sharp";
import { ChildRecognizer } from "@/lib/platform/recognition/child-recognizer";
import { childrenWith } from "@/tests/support/children";
import { facePicture, fakeRecognitionProgram } from "@/tests/support/face-pictures";
import { plainPicture } from "@/tests/support/pictures";
import { recognizerContract } from "@/tests/support/recognizer-contract";
import { until } from "@/tests/support/until";

const fakeProgram = path.resolve(fakeRecognitionProgram);
const grey = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();

describe("the program that tests use", () => {
  recognizerContract(async () => ({
    recognizer: new ChildRecognizer({ program: fakeProgram }),
    two: await facePicture(["ama", "kofi"]),
    twoDarker: await facePicture(["ama", "kofi"], 40),
    empty: await grey(),
  }));
});

describe("the real program", () => {
  const sample = path.resolve("node_modules", "@vladmandic", "face-api", "demo", "sample3.jpg");
  // Cropped to two of the three people, since the contract expects two.
  const people = () =>
    sharp(sample).extract({ left: 420, top: 200, width: 1000, height: 900 }).resize(1000).jpeg().toBuffer();

  recognizerContract(
    async () => ({
      recognizer: new ChildRecognizer({ program: path.resolve(".build", "recognizer", "recognize.mjs") }),
      two: await people(),
      twoDarker: await sharp(await people())
        .modulate({ brightness: 0.8 })
        .jpeg()
        .toBuffer(),
      empty: await grey(),
    }),
    120_000,
  );
});

const running = () => childrenWith("fake-recognition");

describe("its process", () => {
  const wanted = { faces: true, labels: true };

  test("is started by the first picture, ended when none arrives, and knows none of our settings", async () => {
    const recognizer = new ChildRecognizer({ program: fakeProgram, idleMs: 300 });
    expect(running()).toEqual([]);
    await recognizer.readPicture(await facePicture(["ama"]), wanted);
    const [id] = running();
    const environment = execFileSync("cat", [`/proc/${id}/environ`], {
      encoding: "utf8",
    });
    expect(environment).not.toContain("DATABASE_URL");
    expect(environment).not.toContain("AUTH_SECRET");
    await until(() => running().length === 0);
    expect((await recognizer.readPicture(await facePicture(["ama", "dog"]), wanted)).labels).toEqual(["dog"]);
    await recognizer.close();
    expect(running()).toEqual([]);
  });

  test("is killed over a picture that takes too long, and the next picture is read", async () => {
    const recognizer = new ChildRecognizer({ program: fakeProgram, pictureMs: 2_000 });
    const black = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#000" } })
      .jpeg()
      .toBuffer();
    await expect(recognizer.readPicture(black, wanted)).rejects.toMatchObject({ code: "broken" });
    expect(running()).toEqual([]);
    expect((await recognizer.readPicture(await facePicture(["ama"]), wanted)).faces).toHaveLength(1);
    await recognizer.close();
  });

  test("can end over a picture: that one is refused, the others waiting are read", async () => {
    const recognizer = new ChildRecognizer({ program: fakeProgram });
    const answers = await Promise.allSettled([
      recognizer.readPicture(await plainPicture("jpeg", 3, 3), wanted),
      recognizer.readPicture(await facePicture(["ama"]), wanted),
    ]);
    expect(answers).toMatchObject([
      { status: "rejected", reason: { code: "broken" } },
      { status: "fulfilled", value: { faces: [{ score: expect.closeTo(0.9) }] } },
    ]);
    await recognizer.close();
  });

  test("that doesn't start is not reported as the picture's fault", async () => {
    const recognizer = new ChildRecognizer({ program: path.resolve("no-such-program.mjs") });
    await expect(recognizer.readPicture(await grey(), wanted)).rejects.toMatchObject({ code: "absent" });
  });
});
