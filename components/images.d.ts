// Imported pictures have a source and a size; next-env.d.ts, which says so too, is only there after a build.
/// <reference types="next/image-types/global" />
