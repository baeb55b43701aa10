import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
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
 * The checked fields and the file of an upload.
 * @param field the name of the file's field
 * @throws Refused as `readUpload`; 422 with each wrong field, and where there is no file
 */
export async function uploadOf<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  field: string,
): Promise<{ input: z.output<Schema>; bytes: Buffer }> {
  const { fields, file } = await readUpload(request);
  const bytes = file.field === field ? file.bytes : Buffer.alloc(0);
  const input = schema.safeParse(fields);
  const missing = bytes.length === 0 && { [field]: 'File is required' };
  if (!input.success) throw Refused.input({ ...firstOfEach(input.error.issues), ...missing });
  if (missing) throw Refused.input(missing);
  return { input: input.data, bytes };
}

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
      else {
        form.file.field = part.fieldname;
        form.file.bytes = await part.toBuffer();
      }
    }
  } catch (error) {
    throw refusalOf(error, form.file.field || 'uploadVisaDoc');
  }
  return form;
}

function refusalOf(error: unknown, field: string): Refused {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('File is too large (max 10 MB).', 413);
  return Refused.input({ [field]: 'This form could not be read. Please send it again.' });
}

/** Field → its first message, as in every 422. */
function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
