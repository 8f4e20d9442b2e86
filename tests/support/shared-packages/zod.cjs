module.exports = globalThis.keepsakeSharedPackage("zod");
