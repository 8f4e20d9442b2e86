import type { S3Client } from "@aws-sdk/client-s3";
import { StorageError } from "@/lib/platform/storage/storage-driver";

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** A folder on this machine for objects in transit; created when missing. */
  scratchFolder: string;
  /** Total attempts of a call; 3 by default. */
  maxAttempts?: number;
  /** Longest silence of the server; 15,000 by default. */
  idleTimeoutMs?: number;
}

export type S3Module = typeof import("@aws-sdk/client-s3");

let sdk: Promise<S3Module> | undefined;

/** Loaded on first use: an album on disk never pays for it in memory or start-up time. */
export function loadS3(): Promise<S3Module> {
  sdk ??= import("@aws-sdk/client-s3");
  return sdk;
}

const ignore = () => {};
/** The caller throws and logs failures; the SDK would also write them to the console. */
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Unlimited: the server in front limits its readers. With the default of 50, that many paused downloads blocked
 * everyone else from the bucket.
 */
const connections = { maxSockets: Infinity };

export async function connectS3(settings: S3Settings): Promise<S3Client> {
  const { S3Client } = await loadS3();
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    logger: silentLogger,
    maxAttempts: settings.maxAttempts ?? 3,
    // The defaults add checksum trailers that servers other than Amazon's store as part of the object.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: settings.idleTimeoutMs ?? 15_000,
      httpAgent: connections,
      httpsAgent: connections,
    },
  });
}

interface S3Failure {
  name?: string;
  Code?: string;
  $metadata?: { httpStatusCode?: number };
}

export const statusOf = (error: unknown) => (error as S3Failure | null)?.$metadata?.httpStatusCode;

export function isAbsent(error: unknown): boolean {
  const { name } = (error ?? {}) as S3Failure;
  return name === "NoSuchKey" || name === "NotFound" || (statusOf(error) === 404 && name !== "NoSuchBucket");
}

export const isPreconditionFailed = (error: unknown) => statusOf(error) === 412;

/** True if another try with the same bytes can't help. */
export function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && ![400, 408, 409, 429].includes(status);
}

/** Translates errors of the server or the network into the storage's. Never contains the keys or the address. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const status = statusOf(error);
  const name = (error as S3Failure | null)?.name ?? "an error";
  if (status === 507 || name === "QuotaExceeded" || name === "EntityTooLarge") {
    return new StorageError("full", "The storage is full", { cause: error });
  }
  if (isAbsent(error))
    return new StorageError("missing", "The object is not in the storage", { cause: error });
  if (status === 416) return new StorageError("bad_range", "The range starts past the end", { cause: error });
  return new StorageError("unavailable", `The storage answered ${name}`, { cause: error });
}
