import { setFlagsFromString } from "node:v8";

// By itself V8 collects the 55 MB that the server keeps whenever another 16 MB were used, which is every ninth photo that
// arrives, and more of the processor than receiving and storing them. Letting the heap grow by 60 % first costs 15 MB.
// Not on the command line: there a Node that no longer knows it would refuse to start.
setFlagsFromString("--heap-growing-percent=60");
