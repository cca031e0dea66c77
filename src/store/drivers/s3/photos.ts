import type { PhotoBytes } from '../../ports.ts';
import type { S3Client } from './client.ts';
import type { Guard } from './guard.ts';

/** The bytes of uploaded photos as objects `photos/<name>.webp` of an S3 bucket, below the prefix of the images. */
export function s3Photos(
  client: Pick<S3Client, 'put' | 'get' | 'delete'>,
  guards: { readonly read: Guard; readonly write: Guard },
): PhotoBytes {
  const keyOf = (name: string) => `photos/${name}.webp`;
  return {
    put: (name, bytes) => guards.write(() => client.put(keyOf(name), bytes, 'image/webp')),
    get: (name) => guards.read(async () => (await client.get(keyOf(name)))?.read(maxBytes)),
    delete: (name) => guards.write(() => client.delete(keyOf(name))),
  };
}

/** More than any photo of its size takes. */
const maxBytes = 16 * 1024 * 1024;
