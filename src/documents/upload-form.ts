import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';
import { uploadBytes } from '../shared/limits.js';

/** A multipart form as it came: its text fields, the last of each name, and the bytes of its one file. */
export type UploadForm = { fields: Record<string, string>; file: Buffer };

/** Larger than any field of ours, and too small to fill the memory with. */
const limits = { fileSize: uploadBytes, files: 1, fields: 20, parts: 21, fieldSize: 4096, fieldNameSize: 100 };

/**
 * Reads an upload, of whose file at most 10 MB are ever kept. A file under another name than `fileField` is read over.
 * @throws Refused 415 when it is no multipart form; 413 for a larger file; 422 for a form that breaks off or has too many parts.
 */
export async function readUpload(request: FastifyRequest, fileField: string): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Refused('Please send the file as a multipart form.', 415);

  const form: UploadForm = { fields: {}, file: Buffer.alloc(0) };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value);
      else if (part.fieldname === fileField) form.file = await part.toBuffer();
      else part.file.resume();
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
