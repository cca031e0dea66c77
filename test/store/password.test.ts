import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { checkPassword, createPasswords } from '../../src/store/password.ts';

const cheap = { ln: 4, r: 8, p: 1 };
const passwords = createPasswords(randomBytes, cheap);
const salt = 'AAECAwQFBgcICQoLDA0ODw';
const hash = '+OIk/bPsrurITqXb2sqrLpvftx/WPfKVOIqsYluC850';

describe('a password hash', () => {
  it('matches the right password, and no other', async () => {
    const kept = await passwords.hash('correct horse');
    expect(await passwords.verify('correct horse', kept)).toBe(true);
    for (const wrong of ['', 'correct hors', 'correct horse ', 'Correct horse', kept]) {
      expect(await passwords.verify(wrong, kept)).toBe(false);
    }
  });

  it('is a PHC string with another salt each time', async () => {
    const [first, second] = await Promise.all([passwords.hash('same'), passwords.hash('same')]);
    expect(first).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[0-9A-Za-z+/]{22}\$[0-9A-Za-z+/]{43}$/);
    expect(first.split('$')[3]).not.toBe(second.split('$')[3]);
    expect(first.split('$')[4]).not.toBe(second.split('$')[4]);
  });

  it('can be one made by the scrypt of another language', async () => {
    const kept = `$scrypt$ln=4,r=8,p=1$${salt}$${hash}`;
    expect(await createPasswords(randomBytes).verify('Grüße, 世界!', kept)).toBe(true);
  });

  it.each([
    ['an é of two code points', 'caf\u00e9 au lait', 'cafe\u0301 au lait'],
    ['full-width letters', 'password 1', 'ｐａｓｓｗｏｒｄ　１'],
    ['Hangul in parts', '\ud55c\uae00 \ube44\ubc00', '\u1112\u1161\u11ab\u1100\u1173\u11af 비밀'],
    ['a ligature', 'office hours', 'o\ufb03ce hours'],
  ])('matches the same password in another form: %s', async (_, one, other) => {
    expect(one).not.toBe(other);
    expect(await passwords.verify(other, await passwords.hash(one))).toBe(true);
  });

  it('has the cost that OWASP recommends, and takes as long for an unknown account as for a wrong password', async () => {
    const real = createPasswords(randomBytes);
    const kept = await real.hash('correct horse');
    expect(kept).toMatch(/^\$scrypt\$ln=16,r=8,p=2\$/);
    expect(await real.verify('correct horse', kept)).toBe(true);
    const start = performance.now();
    expect(await real.verify('wrong', kept)).toBe(false);
    const wrong = performance.now() - start;
    expect(await real.verify('wrong', undefined)).toBe(false);
    // Without any work it would be a thousand times faster; the rest is tolerance for a busy machine.
    expect(performance.now() - start - wrong).toBeGreaterThan(wrong / 5);
  });

  it('never matches for an unknown account, even if the password fits the substitute hash', async () => {
    const bytes = [Buffer.from(salt, 'base64'), Buffer.from(hash, 'base64')];
    const guessed = createPasswords((count) => bytes.shift() ?? randomBytes(count), cheap);
    expect(bytes).toEqual([]);
    expect(await guessed.verify('Grüße, 世界!', undefined)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['another scheme', '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA'],
    ['a plain text', 'correct horse'],
    ['a parameter less', `$scrypt$ln=4,r=8$${salt}$${hash}`],
    ['a parameter of zero', `$scrypt$ln=0,r=8,p=1$${salt}$${hash}`],
    ['a negative parameter', `$scrypt$ln=-4,r=8,p=1$${salt}$${hash}`],
    ['a leading zero', `$scrypt$ln=04,r=8,p=1$${salt}$${hash}`],
    ['too much memory', `$scrypt$ln=18,r=8,p=1$${salt}$${hash}`],
    ['too large blocks', `$scrypt$ln=4,r=9,p=1$${salt}$${hash}`],
    ['too many rounds', `$scrypt$ln=4,r=8,p=11$${salt}$${hash}`],
    ['more memory than there is', `$scrypt$ln=99,r=99,p=99$${salt}$${hash}`],
    ['a short salt', `$scrypt$ln=4,r=8,p=1$${salt.slice(1)}$${hash}`],
    ['no hash', `$scrypt$ln=4,r=8,p=1$${salt}$`],
    ['a cut hash', `$scrypt$ln=4,r=8,p=1$${salt}$${hash.slice(0, -1)}`],
    ['padding', `$scrypt$ln=4,r=8,p=1$${salt}==$${hash}=`],
    ['base64url', `$scrypt$ln=4,r=8,p=1$${salt}$${hash.replaceAll('+', '-')}`],
    ['a line more', `$scrypt$ln=4,r=8,p=1$${salt}$${hash}\n`],
  ])('is damaged when it has %s', async (_, kept) => {
    const error: unknown = await passwords.verify('x', kept).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Failure);
    expect(error).toMatchObject({ message: expect.stringMatching(/^A password hash in the store /) });
  });

  it('is computed two at a time, with 32 waiting; more are refused', async () => {
    const busy = createPasswords(randomBytes, cheap);
    const kept = await busy.hash('correct horse');
    const asked = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? busy.verify('correct horse', kept) : busy.verify('nobody', undefined),
    );
    const results = await Promise.allSettled(asked);
    expect(results.map((result) => result.status === 'fulfilled')).toEqual([
      ...Array<boolean>(34).fill(true),
      ...Array<boolean>(6).fill(false),
    ]);
    expect(results[39]).toMatchObject({ reason: { code: 'noCapacity', status: 503, retryAfter: 1 } });
    expect(await busy.verify('correct horse', kept)).toBe(true);
  });

  it('releases its turn when it fails', async () => {
    // N must be below 2^(16 r) (RFC 7914), so this cost is within the bounds and cannot be computed.
    const impossible = createPasswords(randomBytes, { ln: 16, r: 1, p: 1 });
    for (let i = 0; i < 5; i++) await expect(impossible.hash('x')).rejects.toThrow(/scrypt/i);
    expect(await impossible.verify('Grüße, 世界!', `$scrypt$ln=4,r=8,p=1$${salt}$${hash}`)).toBe(true);
  });
});

describe('the rule for new passwords', () => {
  it.each([
    ['ten characters', 'a'.repeat(10)],
    ['200 characters', 'a'.repeat(200)],
    ['200 emoji', '🦊'.repeat(200)],
    ['ten Chinese characters', '一二三四五六七八九十'],
    ['spaces between words', 'a          b'],
  ])('accepts %s', (_, password) => {
    expect(() => checkPassword(password)).not.toThrow();
  });

  it.each([
    ['nothing', '', 'password: must have 10 to 200 characters'],
    ['nine characters', 'a'.repeat(9), 'password: must have 10 to 200 characters'],
    ['nine emoji', '🦊'.repeat(9), 'password: must have 10 to 200 characters'],
    ['an é in two parts as two', 'e\u0301'.repeat(9), 'password: must have 10 to 200 characters'],
    ['201 characters', 'a'.repeat(201), 'password: must have 10 to 200 characters'],
    [
      '12 characters that normalisation makes 216',
      '\ufdfa'.repeat(12),
      'password: must have 10 to 200 characters',
    ],
    ['spaces alone', ' '.repeat(20), 'password: must not be white space alone'],
    [
      'other white space alone',
      '\t\u3000\u00a0\u2003\n'.repeat(4),
      'password: must not be white space alone',
    ],
    ['half a surrogate pair', `correct horse \ud83e`, 'password: must be well-formed Unicode'],
  ])('refuses %s', (_, password, message) => {
    expect(() => checkPassword(password)).toThrow(new Failure('badPassword', message));
  });
});
