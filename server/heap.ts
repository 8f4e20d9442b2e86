import { setFlagsFromString } from "node:v8";

// V8's own limit lets the server's heap of 55 MB grow by only 16 MB before a full collection. While photos arrive that is one
// for every nine of them, which takes more CPU than receiving and storing them. Growing by 60 % first costs 15 MB of memory.
// Set here and not on the command line, where a Node that no longer knows the flag would refuse to start.
setFlagsFromString("--heap-growing-percent=60");
