import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { uploadBytes } from '../shared/limits.js';
import { Refused } from './reply.js';

/** A parsed multipart form: its text fields, the last of each name, and the bytes of its file. */
type UploadForm = { fields: Record<string, string>; file: { field: string; bytes: Buffer } };

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload, set by the first call of `readUpload`. */
    upload?: Promise<UploadForm>;
  }
}

/** Larger than our forms need, and small enough to bound the memory used. */
const limits = { fileSize: uploadBytes, files: 1, fields: 20, parts: 21, fieldSize: 4096, fieldNameSize: 100 };

/**
 * Reads an upload with a file of at most 10 MB. A second call gets the same form.
 * @throws Refused 415 when it is no multipart form; 413 for a larger file; 422 for a form that breaks off or has too many
 * parts.
 */
export function readUpload(request: FastifyRequest): Promise<UploadForm> {
  return (request.upload ??= read(request));
}

async function read(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Refused('Please send the file as a multipart form.', 415);

  const form: UploadForm = { fields: {}, file: { field: '', bytes: Buffer.alloc(0) } };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value);
      else form.file = { field: part.fieldname, bytes: await part.toBuffer() };
    }
  } catch (error) {
    throw refusalOf(error);
  }
  return form;
}

function refusalOf(error: unknown): Refused {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('File is too large (max 10 MB).', 413);
  return Refused.input({ uploadVisaDoc: 'This form could not be read. Please send it again.' });
}
