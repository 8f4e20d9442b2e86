import { canDecodeClips, runVideoTool, VideoError } from "@/lib/platform/video/ffmpeg";

/** Logs the reason if clips can't be decoded. */
async function isAllowed(): Promise<boolean> {
  const canDecode = await canDecodeClips();
  if (!canDecode) console.warn("SKIPPED: this machine can't confine what decodes clips.");
  return canDecode;
}

/** Runs a script in place of ffmpeg. */
const run = (script: string, timeoutMs: number) =>
  runVideoTool(process.execPath, ["-e", script], { timeoutMs, maxOutputBytes: 1_000 });

test("a program that waits for a busy machine isn't killed by its time limit", async () => {
  if (!(await isAllowed())) return;
  const waits = "setTimeout(() => console.log('done'), 1_500)";
  expect((await run(waits, 500)).toString()).toBe("done\n");
});

test("one that uses up its processor time is killed, and says so", async () => {
  if (!(await isAllowed())) return;
  const work = run("for (;;);", 500);
  await expect(work).rejects.toThrow(VideoError);
  await expect(work).rejects.toThrow("The video took too long");
});
