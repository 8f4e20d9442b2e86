module.exports = globalThis.keepsakeSharedPackage("exifr");
