// Gives imported pictures a source and a size. next-env.d.ts does so too but exists only after a build.
/// <reference types="next/image-types/global" />
