import { useFailures } from './failures.ts'

/** What a picker says while its choices are unknown, which is not the same as having none. */
export function useUnread(choices: unknown) {
  const { missing } = useFailures()
  if (choices !== undefined) return undefined
  const words = missing.length ? 'La liste n’a pas pu être chargée' : 'Chargement…'
  return { placeholder: words, nothingFoundMessage: words }
}
