/** The data of one macroblock and the borders of the macroblocks around it. All planes are rows of bytes. */

/** The source: 16 rows of 16 bytes of luma, then 8 rows of 8 bytes of each chroma plane. */
export const sourceY = memory.data(256, 16);
export const sourceU = memory.data(64, 16);
export const sourceV = memory.data(64, 16);

/** The prediction that was chosen, laid out in the same way. */
export const predictedY = memory.data(256, 16);
export const predictedU = memory.data(64, 16);
export const predictedV = memory.data(64, 16);

/** What a decoder will see, laid out in the same way. */
export const decodedY = memory.data(256, 16);
export const decodedU = memory.data(64, 16);
export const decodedV = memory.data(64, 16);

/** The pixels to the left, and the one above those. */
export const leftY = memory.data(16, 16);
export const leftU = memory.data(8, 16);
export const leftV = memory.data(8, 16);
export const cornerY = memory.data(1);
export const cornerU = memory.data(1);
export const cornerV = memory.data(1);

/**
 * 25 blocks of 16 coefficients, 16 bits each, in rows: 16 of luma, 4 of each chroma plane, and the averages of the luma
 * blocks (Y2).
 */
export const coefficients = memory.data(25 * 32, 16);
/** The same, divided by the steps of the quantiser. */
export const levels = memory.data(25 * 32, 16);
export const chromaBlock: i32 = 16;
export const averagesBlock: i32 = 24;
