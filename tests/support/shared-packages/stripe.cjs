module.exports = globalThis.keepsakeSharedPackage("stripe");
