module.exports = globalThis.keepsakeSharedPackage("@simplewebauthn/server");
