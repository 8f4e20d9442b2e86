module.exports = globalThis.keepsakeSharedPackage("nodemailer");
