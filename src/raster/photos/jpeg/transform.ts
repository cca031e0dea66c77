/**
 * The inverse transform of a block, to 8 × 8 pixels or directly to the averages of each 2 × 2, 4 × 4 or 8 × 8 of them. The
 * result is transposed, as planes are.
 */
import { block, zigzag } from './blocks';
import { Component } from './component';

const work = memory.data(256, 16);
const turned = memory.data(256, 16);

/** The factors along one axis by side, 8, 4, 2 and 1, and frequency. */
const axisFactors = memory.data(4 * 64, 8);

/** The cosine of a multiple of π / 16. */
function cosine(multiple: i32): f64 {
  return NativeMath.cos((NativeMath.PI * multiple) / 16);
}

/**
 * The factors for 8 pixels are those of Arai, Agui and Nakajima. For fewer, the average of pixels weakens higher
 * frequencies, and mirrors those above the half.
 */
function axisFactor(side: i32, frequency: i32): f64 {
  if (frequency === 0) return NativeMath.SQRT1_2 / 2;
  if (side === 8) return cosine(frequency) / 2;
  if (side === 4) {
    const folded = frequency > 4 ? -cosine(frequency) / 2 : cosine(frequency) / 2;
    // The transform of 4 would multiply by this.
    return frequency === 2 || frequency === 6 ? folded * NativeMath.SQRT1_2 : folded;
  }
  if (side === 1) return 0;
  return (cosine(frequency) + cosine(3 * frequency) + cosine(5 * frequency) + cosine(7 * frequency)) / 8;
}

for (let reduction = 0; reduction < 4; reduction++)
  for (let frequency = 0; frequency < 8; frequency++)
    store<f64>(axisFactors + (reduction * 8 + frequency) * 8, axisFactor(8 >> reduction, frequency));

/** Sets the factors of a component's coefficients for the side of its blocks. */
export function setFactors(index: i32): void {
  const component = Component.at(index);
  const axis = axisFactors + ctz(8 / component.side) * 64;
  for (let place = 0; place < 64; place++) {
    const at: i32 = load<u8>(zigzag + place);
    const factor = load<f64>(axis + (at >> 3) * 8) * load<f64>(axis + (at & 7) * 8);
    store<f32>(component.factors + at * 4, <f32>(factor * <f64>load<u8>(component.quantisers + place)));
  }
}

/** Transforms the last block, one of a component, which ends at a place in the zigzag, to pixels at `to`. */
export function transform(index: i32, end: i32, to: usize): void {
  const component = Component.at(index);
  const side = component.side;
  const stride = component.stride;
  if (end === 1 || side === 1) {
    fill(index, to);
    return;
  }
  dequantise(component.factors);
  if (side === 8) {
    eight(work);
    if (end > 10) eight(work + 16);
    transpose();
    eight(turned);
    eight(turned + 16);
    for (let row = 0; row < 8; row++) storePixels<u64>(turned + row * 32, to + row * stride);
  } else if (side === 4) {
    four(work);
    four(work + 16);
    transpose();
    four(turned);
    for (let row = 0; row < 4; row++) storePixels<u32>(turned + row * 32, to + row * stride);
  } else {
    two(work);
    two(work + 16);
    transpose();
    two(turned);
    for (let row = 0; row < 2; row++) storePixels<u16>(turned + row * 32, to + row * stride);
  }
}

/** Fills a block with its average. */
function fill(index: i32, to: usize): void {
  const component = Component.at(index);
  const average = <f32>load<i16>(block) * load<f32>(component.factors) + 128.5;
  const value = <u8>max(0, min(255, <i32>average));
  for (let row = 0; row < component.side; row++)
    memory.fill(to + row * component.stride, value, component.side);
}

/** Multiplies the coefficients by their factors, and adds what rounds and centres the pixels. */
function dequantise(factors: usize): void {
  for (let at: usize = 0; at < 64; at += 4) {
    const levels = f32x4.convert_i32x4_s(v128.load_ext<i16>(block + at * 2));
    v128.store(work + at * 4, f32x4.mul(levels, v128.load(factors + at * 4)));
  }
  store<f32>(work, load<f32>(work) + 128.5);
}

/** Transforms 8 rows of 4 columns in place (Arai, Agui and Nakajima). */
function eight(at: usize): void {
  const in0 = v128.load(at);
  const in1 = v128.load(at, 32);
  const in2 = v128.load(at, 64);
  const in3 = v128.load(at, 96);
  const in4 = v128.load(at, 128);
  const in5 = v128.load(at, 160);
  const in6 = v128.load(at, 192);
  const in7 = v128.load(at, 224);

  const sum04 = f32x4.add(in0, in4);
  const difference04 = f32x4.sub(in0, in4);
  const sum26 = f32x4.add(in2, in6);
  const difference26 = f32x4.sub(f32x4.mul(f32x4.sub(in2, in6), f32x4.splat(<f32>NativeMath.SQRT2)), sum26);
  const even0 = f32x4.add(sum04, sum26);
  const even3 = f32x4.sub(sum04, sum26);
  const even1 = f32x4.add(difference04, difference26);
  const even2 = f32x4.sub(difference04, difference26);

  const sum53 = f32x4.add(in5, in3);
  const difference53 = f32x4.sub(in5, in3);
  const sum17 = f32x4.add(in1, in7);
  const difference17 = f32x4.sub(in1, in7);
  const odd0 = f32x4.add(sum17, sum53);
  const rotated = f32x4.mul(f32x4.add(difference53, difference17), f32x4.splat(1.847759065));
  const odd1 = f32x4.sub(f32x4.sub(rotated, f32x4.mul(difference53, f32x4.splat(2.61312593))), odd0);
  const odd2 = f32x4.sub(f32x4.mul(f32x4.sub(sum17, sum53), f32x4.splat(<f32>NativeMath.SQRT2)), odd1);
  const odd3 = f32x4.sub(f32x4.sub(rotated, f32x4.mul(difference17, f32x4.splat(1.0823922))), odd2);

  v128.store(at, f32x4.add(even0, odd0));
  v128.store(at, f32x4.add(even1, odd1), 32);
  v128.store(at, f32x4.add(even2, odd2), 64);
  v128.store(at, f32x4.add(even3, odd3), 96);
  v128.store(at, f32x4.sub(even3, odd3), 128);
  v128.store(at, f32x4.sub(even2, odd2), 160);
  v128.store(at, f32x4.sub(even1, odd1), 192);
  v128.store(at, f32x4.sub(even0, odd0), 224);
}

/** Transforms 8 rows of 4 columns to the averages of every 2, in the first 4 rows. */
function four(at: usize): void {
  const in0 = v128.load(at);
  const in1 = f32x4.add(v128.load(at, 32), v128.load(at, 224));
  const in2 = f32x4.add(v128.load(at, 64), v128.load(at, 192));
  const in3 = f32x4.add(v128.load(at, 96), v128.load(at, 160));
  const even0 = f32x4.add(in0, in2);
  const even1 = f32x4.sub(in0, in2);
  const large = f32x4.splat(0.923879533);
  const small = f32x4.splat(0.382683432);
  const odd0 = f32x4.add(f32x4.mul(in1, large), f32x4.mul(in3, small));
  const odd1 = f32x4.sub(f32x4.mul(in1, small), f32x4.mul(in3, large));
  v128.store(at, f32x4.add(even0, odd0));
  v128.store(at, f32x4.add(even1, odd1), 32);
  v128.store(at, f32x4.sub(even1, odd1), 64);
  v128.store(at, f32x4.sub(even0, odd0), 96);
}

/** Transforms 8 rows of 4 columns to the averages of every 4, in the first 2 rows. */
function two(at: usize): void {
  const even = v128.load(at);
  const lower = f32x4.add(v128.load(at, 32), v128.load(at, 96));
  const odd = f32x4.add(lower, f32x4.add(v128.load(at, 160), v128.load(at, 224)));
  v128.store(at, f32x4.add(even, odd));
  v128.store(at, f32x4.sub(even, odd), 32);
}

/** Exchanges rows and columns of `work`. */
function transpose(): void {
  for (let row: usize = 0; row < 8; row += 4)
    for (let column: usize = 0; column < 8; column += 4) {
      const from = work + row * 32 + column * 4;
      const a = v128.load(from);
      const b = v128.load(from, 32);
      const c = v128.load(from, 64);
      const d = v128.load(from, 96);
      const lowAB = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
      const highAB = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
      const lowCD = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
      const highCD = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
      const to = turned + column * 32 + row * 4;
      v128.store(to, v128.shuffle<i64>(lowAB, lowCD, 0, 2));
      v128.store(to, v128.shuffle<i64>(lowAB, lowCD, 1, 3), 32);
      v128.store(to, v128.shuffle<i64>(highAB, highCD, 0, 2), 64);
      v128.store(to, v128.shuffle<i64>(highAB, highCD, 1, 3), 96);
    }
}

/** Stores the first pixels of a row of 8, as many as `T` has bytes. */
function storePixels<T>(row: usize, to: usize): void {
  const first = i32x4.trunc_sat_f32x4_s(v128.load(row));
  const last = i32x4.trunc_sat_f32x4_s(v128.load(row, 16));
  const words = i16x8.narrow_i32x4_s(first, last);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store_lane<T>(to, bytes, 0);
}
