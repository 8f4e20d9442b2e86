module.exports = globalThis.keepsakeSharedPackage("@prisma/client/runtime/client");
