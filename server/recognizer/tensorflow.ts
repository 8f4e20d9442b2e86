export type TensorFlow = typeof import("@tensorflow/tfjs-core");
