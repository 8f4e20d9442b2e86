import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

function hasName() {
  try {
    os.userInfo();
    return true;
  } catch {
    return false;
  }
}

/**
 * initdb looks up its user's name, and a container can run under any user id. libnss_wrapper, which the image has,
 * answers from a file of ours; without it, initdb says what is missing.
 * @returns {Record<string, string>} additions to its environment; empty if the user has a name
 */
export function namedUser() {
  if (process.platform !== "linux" || hasName()) return {};
  const [passwd, group] = ["passwd", "group"].map((name) => path.join(os.tmpdir(), `keepsake-${name}`));
  const [uid, gid] = [process.getuid(), process.getgid()];
  writeFileSync(passwd, `keepsake:x:${uid}:${gid}::${os.tmpdir()}:/bin/false\n`);
  writeFileSync(group, `keepsake:x:${gid}:\n`);
  return { LD_PRELOAD: "libnss_wrapper.so", NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
}
