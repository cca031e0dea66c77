import { hash } from 'node:crypto';
import { clientNetwork } from '../model/client-network.ts';
import { sessionLimits } from '../model/session.ts';
import { hmac } from './secret.ts';

export const sessionsPerAccount = 20;
export const networksPerAccount = 20;
export const networkLifeMs = 30 * 24 * 60 * 60 * 1000;
export const tokenBytes = 32;

/** Returns when a session ends unless it is used. Times are milliseconds since 1970. */
export function sessionExpiry(createdAt: number, usedAt: number): Date {
  const { idleMs, absoluteMs } = sessionLimits;
  return new Date(Math.min(createdAt + absoluteMs, usedAt + idleMs));
}

/** Returns the hash under which an account's network is known. @param address of the client, as text */
export function networkHash(key: Buffer, accountId: string, address: string): string {
  return hmac(key, `${accountId} ${clientNetwork(address)}`).toString('hex');
}

/**
 * Returns the hash under which a session is stored; undefined for a text that cannot be a token. SHA-256 without a key
 * or salt is enough, since a token has 256 random bits.
 */
export function sessionHash(token: string): string | undefined {
  return /^[0-9A-Za-z_-]{43}$/.test(token) ? hash('sha256', token) : undefined;
}
