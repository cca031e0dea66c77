import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SignedImage, signatureIn, signedAddress, signedText } from '../../model/signed-address.ts';

/** Returns the address of an image below the base URL. @param secret the signing secret of the key */
export function signedPath(image: SignedImage, secret: string): string {
  const text = signedText(image);
  return signedAddress(text, signatureOf(text, secret));
}

/** Returns whether this is the signature of an image. Takes the same time for every text of that length. */
export function isSignedWith(signature: string, image: SignedImage, secret: string): boolean {
  const expected = Buffer.from(signatureOf(signedText(image), secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(text: string, secret: string): string {
  return signatureIn(createHmac('sha256', secret).update(text).digest('base64url'));
}
