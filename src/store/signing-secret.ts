import { hmac, type Secret } from './secret.ts';

/**
 * Returns a function that computes the signing secret of a key, with which addresses of images are signed. It can be computed
 * again, says nothing about the key, and counts for nothing when the key is revoked.
 */
export function signingSecrets({ derive }: Pick<Secret, 'derive'>): (keyId: string) => string {
  const key = derive('signed addresses');
  return (keyId) => `ss_live_${hmac(key, keyId).toString('base64url')}`;
}
