module.exports = globalThis.keepsakeSharedPackage("@prisma/adapter-pg");
