process.env.NODE_ENV = "test";
process.env.LOG_LEVEL = "silent";
process.env.AUTH_SECRET = "a-secret-for-tests-of-32-characters-or-more";
// Unit tests reach no database: a connection would fail at once.
process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";
