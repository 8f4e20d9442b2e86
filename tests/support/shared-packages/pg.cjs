module.exports = globalThis.keepsakeSharedPackage("pg");
