/** A colour component: its id in the frame, and its samples in an MCU, horizontally and vertically. */
interface JpegComponent {
  readonly id: number;
  readonly h: number;
  readonly v: number;
}

export interface JpegShape {
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  /** How the components are computed from RGB; by their number if absent: grey, YCbCr or inverted CMYK. */
  readonly isRgb?: boolean;
  /** The components of each scan, by their place in the frame; one scan with all of them if absent. */
  readonly scans?: readonly (readonly number[])[];
  /** Number of MCUs between restart markers. */
  readonly restart?: number;
  /** The divisor of all coefficients. */
  readonly step?: number;
  /** The marker of the frame: 0xc0, baseline, if absent. */
  readonly frame?: number;
  /** Whole segments after the start of the image, such as `jfif` and `adobe`. */
  readonly segments?: readonly Uint8Array[];
}

export const jfif = segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** The segment that states the transform of the colours: 0 none, 1 YCbCr, 2 YCCK. */
export function adobe(transform: number): Buffer {
  return segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
}

/** Returns a segment with its marker and length. */
function segment(marker: number, content: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
}

/** A Huffman code of one length for all symbols (ITU-T T.81, B.2.4.2): the place of a symbol is its code. */
const [dcSymbols, dcLength] = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 4] as const;
const acLength = 8;
const acSymbols = [0x00, 0xf0];
for (let run = 0; run < 16; run++) for (let size = 1; size <= 10; size++) acSymbols.push((run << 4) | size);
const acCodes = new Map(acSymbols.map((symbol, code) => [symbol, code]));

/** The places of coefficients in the order of their storage (A.3.6). */
const zigzag = Array.from({ length: 64 }, (_, place) => ({ x: place % 8, y: place >> 3 })).sort((a, b) => {
  const diagonal = a.x + a.y - (b.x + b.y);
  return diagonal || ((a.x + a.y) % 2 ? a.y - b.y : a.x - b.x);
});

/** `cosines[u * 8 + x]`, scaled for the transform of A.3.3. */
const cosines = Float64Array.from(
  { length: 64 },
  (_, at) => (at < 8 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos((((at % 8) * 2 + 1) * (at >> 3) * Math.PI) / 16),
);

/**
 * Encodes RGB pixels as a sequential JPEG of any shape: any sampling, scans and ids, where encoders only write the
 * usual ones.
 */
export function writeJpeg(rgb: Uint8Array, shape: JpegShape): Buffer {
  const { width, height, components, restart = 0, step = 8, frame = 0xc0, segments = [] } = shape;
  const planes = planesOf(rgb, shape);
  const scans = shape.scans ?? [components.map((_, place) => place)];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const counts = (length: number, total: number) =>
    Array.from({ length: 16 }, (_, at) => (at + 1 === length ? total : 0));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xdb, [0, ...Array<number>(64).fill(step)]),
    segment(frame, [
      8,
      ...size,
      components.length,
      ...components.flatMap(({ id, h, v }) => [id, h * 16 + v, 0]),
    ]),
    segment(0xc4, [0x00, ...counts(dcLength, dcSymbols.length), ...dcSymbols]),
    segment(0xc4, [0x10, ...counts(acLength, acSymbols.length), ...acSymbols]),
    ...(restart ? [segment(0xdd, [restart >> 8, restart & 255])] : []),
    ...scans.flatMap((places) => [
      segment(0xda, [places.length, ...places.flatMap((place) => [components[place]?.id ?? 0, 0]), 0, 63, 0]),
      encodeScan(
        places.flatMap((place) => planes[place] ?? []),
        shape,
        step,
        restart,
      ),
    ]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A component's samples. */
interface Plane extends JpegComponent {
  readonly width: number;
  readonly height: number;
  readonly samples: Float64Array;
}

function planesOf(rgb: Uint8Array, { width, height, components, isRgb = false }: JpegShape): Plane[] {
  const [hMax, vMax] = [Math.max(...components.map(({ h }) => h)), Math.max(...components.map(({ v }) => v))];
  return components.map(({ id, h, v }, place) => {
    const weights = weightsOf(place, components.length, isRgb);
    const plane = { width: Math.ceil((width * h) / hMax), height: Math.ceil((height * v) / vMax) };
    const [xScale, yScale] = [hMax / h, vMax / v];
    const samples = new Float64Array(plane.width * plane.height);
    for (let y = 0; y < plane.height; y++)
      for (let x = 0; x < plane.width; x++) {
        let [sum, count] = [0, 0];
        for (let row = Math.floor(y * yScale); row < Math.min(height, (y + 1) * yScale); row++)
          for (let column = Math.floor(x * xScale); column < Math.min(width, (x + 1) * xScale); column++) {
            for (const [channel, weight] of weights.entries())
              sum += weight * (rgb[(row * width + column) * 3 + channel] ?? 0);
            count++;
          }
        samples[y * plane.width + x] = sum / count + (place && components.length === 3 && !isRgb ? 0 : -128);
      }
    return { id, h, v, ...plane, samples };
  });
}

/** The weights of red, green and blue in a component. CMYK is stored inverted, as Adobe does, and without black. */
function weightsOf(place: number, count: number, isRgb: boolean): readonly number[] {
  if (isRgb || count === 4) return [0, 1, 2].map((channel) => (channel === place || place === 3 ? 1 : 0));
  if (place === 0) return [0.299, 0.587, 0.114];
  return place === 1 ? [-0.168736, -0.331264, 0.5] : [0.5, -0.418688, -0.081312];
}

/** Returns the entropy-coded data of a scan (F.1.2). */
function encodeScan(planes: readonly Plane[], shape: JpegShape, step: number, restart: number): Buffer {
  const bits = new BitWriter();
  const last = new Map<Plane, number>();
  const block = (plane: Plane, x: number, y: number) => {
    const coefficients = transform(plane, x, y, step);
    writeDc(bits, (coefficients[0] ?? 0) - (last.get(plane) ?? 0));
    last.set(plane, coefficients[0] ?? 0);
    writeAc(bits, coefficients);
  };
  const [first] = planes;
  if (first === undefined) throw new Error('a scan without components');
  const isAlone = planes.length === 1;
  const [hMax, vMax] = [0, 1].map((axis) =>
    Math.max(...shape.components.map(({ h, v }) => (axis ? v : h))),
  ) as [number, number];
  const columns = Math.ceil((isAlone ? first.width : shape.width / hMax) / 8);
  const rows = Math.ceil((isAlone ? first.height : shape.height / vMax) / 8);
  for (let mcu = 0; mcu < columns * rows; mcu++) {
    if (restart && mcu && mcu % restart === 0) {
      bits.restart((mcu / restart - 1) % 8);
      last.clear();
    }
    const [x, y] = [mcu % columns, Math.floor(mcu / columns)];
    if (isAlone) block(first, x, y);
    else
      for (const plane of planes)
        for (let at = 0; at < plane.h * plane.v; at++)
          block(plane, x * plane.h + (at % plane.h), y * plane.v + Math.floor(at / plane.h));
  }
  return bits.end();
}

/** Returns the quantised coefficients of a block, in zigzag order. Its edge is repeated beyond the plane. */
function transform({ width, height, samples }: Plane, x: number, y: number, step: number): Int32Array {
  const rows = new Float64Array(64);
  for (let row = 0; row < 8; row++) {
    const from = Math.min(height - 1, y * 8 + row) * width;
    for (let u = 0; u < 8; u++)
      for (let column = 0; column < 8; column++)
        rows[row * 8 + u] =
          (rows[row * 8 + u] ?? 0) +
          (cosines[u * 8 + column] ?? 0) * (samples[from + Math.min(width - 1, x * 8 + column)] ?? 0);
  }
  return Int32Array.from(zigzag, ({ x: u, y: v }) => {
    let sum = 0;
    for (let row = 0; row < 8; row++) sum += (cosines[v * 8 + row] ?? 0) * (rows[row * 8 + u] ?? 0);
    return Math.round(sum / step);
  });
}

function writeDc(bits: BitWriter, difference: number): void {
  const size = sizeOf(difference);
  bits.write(size, dcLength);
  bits.writeSigned(difference, size);
}

function writeAc(bits: BitWriter, coefficients: Int32Array): void {
  const symbol = (value: number) => bits.write(acCodes.get(value) ?? 0, acLength);
  let run = 0;
  for (const coefficient of coefficients.subarray(1)) {
    if (coefficient === 0) {
      run++;
      continue;
    }
    for (; run > 15; run -= 16) symbol(0xf0);
    const size = sizeOf(coefficient);
    symbol((run << 4) | size);
    bits.writeSigned(coefficient, size);
    run = 0;
  }
  if (run > 0) symbol(0);
}

/** Returns the number of bits of a coefficient. */
function sizeOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#held = (this.#held << 1) | ((value >> bit) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#held);
      if (this.#held === 0xff) this.#bytes.push(0);
      [this.#held, this.#count] = [0, 0];
    }
  }

  writeSigned(value: number, length: number): void {
    this.write(value < 0 ? value + (1 << length) - 1 : value, length);
  }

  restart(number: number): void {
    this.#pad();
    this.#bytes.push(0xff, 0xd0 + number);
  }

  end(): Buffer {
    this.#pad();
    return Buffer.from(this.#bytes);
  }

  #pad(): void {
    if (this.#count > 0) this.write(0xff, 8 - this.#count);
  }
}
