// Stands in for an ffmpeg that a clip has taken over: tries what must be impossible, and reports what succeeded.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

const { list, read, write, port, output } = JSON.parse(process.argv[2] ?? "{}");
const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return error.code;
  }
};

const seen = {
  listed: Object.fromEntries(list.map((folder) => [folder, attempt(() => readdirSync(folder))])),
  read: Object.fromEntries(read.map((file) => [file, attempt(() => readFileSync(file, "utf8"))])),
  written: Object.fromEntries(
    write.map((file) => [file, attempt(() => writeFileSync(file, "stolen") ?? "done")]),
  ),
  output: attempt(() => writeFileSync(output, "a rendition") ?? "done"),
};
const socket = connect(port, "127.0.0.1");
const finish = (outcome) => {
  console.log(JSON.stringify({ ...seen, network: outcome }));
  process.exit(0);
};
socket.on("connect", () => finish("connected"));
socket.on("error", (error) => finish(error.code));
