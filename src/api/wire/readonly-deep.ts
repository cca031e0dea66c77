/** The same value, read-only at every depth, so that constants fit. */
export type ReadonlyDeep<Value> = Value extends readonly (infer Entry)[]
  ? readonly ReadonlyDeep<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
    : Value;
