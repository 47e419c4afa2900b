// Requests that bring a file: on the paths of such calls alone, in a scope of their own with its own limits.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../kit/refuse.ts';
import type { Upload } from '../kit/upload.ts';

/** From now on the scope's routes read multipart/form-data as well. */
export async function acceptFiles(scope: FastifyInstance, { bytesMax }: { bytesMax: number }): Promise<void> {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    request.uploads.answered(request, reply);
    done();
  });
  await scope.register(multipart, {
    limits: { fileSize: bytesMax, files: 1, fields: 0, parts: 1, headerPairs: 8, fieldNameSize: 40 },
    throwFileSizeLimit: false,
  });
}

/** The part `file`; refuses with `unsupported-media-type` or `malformed` what has none. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) refuse('unsupported-media-type');
  request.uploads.begin(request);
  const part = await request.file().catch(() => refuse('malformed', { problem: 'the parts can not be read' }));
  if (part?.fieldname !== 'file') {
    // Nobody reads it, and what nobody reads holds up the connection.
    part?.file.resume();
    return refuse('malformed', { field: 'file', problem: 'one file is expected' });
  }
  return { bytes: part.file, isWhole: () => !part.file.truncated };
}
