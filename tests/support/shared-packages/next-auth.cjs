module.exports = globalThis.keepsakeSharedPackage("next-auth");
