/**
 * Divides coefficients by the steps of a quantiser, and multiplies the results again, as decoders do.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-9.6 and 14.1
 */

/** The first entries of the tables of steps, up to the coarsest quantiser that is used here. */
const firstSteps = memory.data<u8>([4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 17]);
const averageSteps = memory.data<u8>([8, 8, 9, 10, 12, 13, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29]);

/**
 * The quantiser of the averages of chroma: fine enough that the colour of a flat part does not change, so that all of it is as
 * predicted.
 */
export const chromaQuantiser: i32 = 3;

/** Kinds of blocks. */
export const lumaKind: i32 = 0;
export const averagesKind: i32 = 1;
export const chromaKind: i32 = 2;

/** The largest level that a token can express. */
const maxLevel: i16 = 2047;
const reciprocalBits: i32 = 17;
/** What is added before division, of 256: less than a half, since smaller levels need fewer bits. */
const firstRounding = memory.data<u8>([96, 96, 110]);
const otherRounding = memory.data<u8>([96, 100, 105]);

/** For each kind: eight steps, eight reciprocals, and eight roundings of 32 bits, of the first half of a block and then the second. */
const kindBytes: i32 = 128;
const scales = memory.data(3 * 128, 16);

/** Sets the quantiser of the frame, 0 (fine) to 15, where the tables end here. */
export function setQuantiser(quantiser: i32): void {
  const first: i32 = load<u8>(firstSteps + quantiser);
  const other = quantiser + 4;
  setScale(lumaKind, first, other);
  setScale(averagesKind, 2 * first, load<u8>(averageSteps + quantiser));
  setScale(chromaKind, load<u8>(firstSteps + chromaQuantiser), other);
}

function setScale(kind: i32, first: i32, other: i32): void {
  const at = scales + kind * kindBytes;
  for (let half = 0; half < 2; half++)
    for (let lane = 0; lane < 8; lane++) {
      const isFirst = half === 0 && lane === 0;
      const step = isFirst ? first : other;
      const reciprocal: i32 = (1 << reciprocalBits) / step;
      const rounding: i32 = load<u8>((isFirst ? firstRounding : otherRounding) + kind);
      store<u16>(at + half * 64 + lane * 2, <u16>step);
      store<u16>(at + half * 64 + lane * 2, <u16>reciprocal, 16);
      store<u32>(at + half * 64 + lane * 4, rounding << (reciprocalBits - 8), 32);
    }
}

/**
 * Quantises a block of coefficients to levels, and replaces the coefficients by what decoders see. Returns whether a level
 * is not zero.
 */
export function quantise(coefficients: usize, levels: usize, kind: i32): bool {
  const at = scales + kind * kindBytes;
  const first = quantiseHalf(coefficients, levels, at);
  const second = quantiseHalf(coefficients + 16, levels + 16, at + 64);
  return v128.any_true(v128.or(first, second));
}

function quantiseHalf(coefficients: usize, levels: usize, scale: usize): v128 {
  const values = v128.load(coefficients);
  const steps = v128.load(scale);
  const reciprocals = v128.load(scale, 16);
  const signs = i16x8.shr_s(values, 15);
  const sizes = i16x8.abs(values);
  const low = i32x4.add(i32x4.extmul_low_i16x8_u(sizes, reciprocals), v128.load(scale, 32));
  const high = i32x4.add(i32x4.extmul_high_i16x8_u(sizes, reciprocals), v128.load(scale, 48));
  const quotients = i16x8.narrow_i32x4_s(i32x4.shr_u(low, reciprocalBits), i32x4.shr_u(high, reciprocalBits));
  const limited = i16x8.min_u(quotients, i16x8.splat(maxLevel));
  const result = i16x8.sub(v128.xor(limited, signs), signs);
  v128.store(levels, result);
  v128.store(coefficients, i16x8.mul(result, steps));
  return result;
}
