/** The same type, read-only at every depth, so that constants are assignable to it. */
export type ReadonlyDeep<Value> = Value extends readonly (infer Entry)[]
  ? readonly ReadonlyDeep<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
    : Value;
