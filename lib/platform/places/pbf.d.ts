/** The parts used of pbf 3, which brings no types. */
declare module "pbf" {
  export default class Pbf {
    constructor(bytes: Uint8Array);
    pos: number;
    readMessage<T>(readField: (tag: number, result: T, pbf: Pbf) => void, result: T): T;
    readString(): string;
    readSVarint(): number;
  }
}
