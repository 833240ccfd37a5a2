// A pass: a stop that was done in a round of an operation (docs/product/operations.md).
import { type RunKind, runKindNames } from './run-kind.ts'

export interface PassWords {
  /** Null while the stop is not done, and outside of operations. */
  passNumber: number | null
  kind: RunKind | null
  unit: string | null
}

/** « 1er passage », « 2e passage ». */
export const passOrdinal = (n: number): string => `${n === 1 ? '1er' : `${n}e`} passage`

/** « 2e passage · Complet · Unité 7 »; empty outside of operations. */
export const passName = ({ passNumber, kind, unit }: PassWords): string =>
  kind === null
    ? ''
    : [passNumber !== null && passOrdinal(passNumber), runKindNames[kind], unit && `Unité ${unit}`].filter(Boolean).join(' · ')
