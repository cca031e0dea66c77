import { hash } from 'node:crypto';

export const sessionsPerAccount = 20;
export const networksPerAccount = 20;
export const networkLifeMs = 30 * 24 * 60 * 60 * 1000;
export const tokenBytes = 32;

/**
 * Returns the hash under which a session is stored; undefined for a text that cannot be a token. SHA-256 without a key
 * or salt is enough, since a token has 256 random bits.
 */
export function sessionHash(token: string): string | undefined {
  return /^[0-9A-Za-z_-]{43}$/.test(token) ? hash('sha256', token) : undefined;
}
