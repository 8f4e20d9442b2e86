module.exports = globalThis.keepsakeSharedPackage("@aws-sdk/client-s3");
