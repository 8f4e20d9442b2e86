module.exports = globalThis.keepsakeSharedPackage("sharp");
