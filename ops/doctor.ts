import { closeDatabase } from "@/lib/db";
import { env } from "@/lib/env";
import type { CheckLevel, SystemCheck } from "@/lib/operations/system/server/checks/check";
import { runSystemChecks } from "@/lib/operations/system/server/checks/service";
import { counted } from "@/lib/shared/counted";

const marks: Record<CheckLevel, string> = { ok: "ok   ", warn: "warn ", wrong: "ERROR" };

function tell({ name, level, message, advice }: SystemCheck): void {
  console.log(`${marks[level]}  ${name.padEnd(12)} ${message}`);
  if (advice) console.log(`${" ".repeat(20)} ${advice}`);
}

/** @returns exit code: 1 where something can't work */
async function examine(): Promise<number> {
  try {
    // Read once, so that invalid settings are reported as such.
    void env.PORT;
  } catch (error) {
    console.log(`${marks.wrong}  settings     ${(error as Error).message}`);
    return 1;
  }
  const checks = await runSystemChecks({ isThorough: true });
  for (const check of checks) tell(check);
  const count = (level: CheckLevel) => checks.filter((check) => check.level === level).length;
  console.log(
    `\n${count("ok")} ok, ${counted(count("warn"), "warning")}, ${counted(count("wrong"), "error")}.`,
  );
  return count("wrong") > 0 ? 1 : 0;
}

process.exitCode = await examine();
await closeDatabase();
