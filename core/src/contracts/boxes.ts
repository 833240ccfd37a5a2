// The two checkboxes of the signature form. A client says which are ticked; the sentences are always ours.
export const boxNames = ['read', 'privacy'] as const
export type BoxName = (typeof boxNames)[number]

export const boxTexts = (companyName: string): Record<BoxName, string> => ({
  read: 'J’ai lu le contrat et j’en accepte les conditions.',
  privacy: `Je consens à ce que ${companyName} recueille et utilise mes renseignements personnels pour donner suite à ce contrat.`,
})

/** Undefined unless `sent` names both boxes and nothing else. Pages of releases before 1.1 send our sentences instead of the names. */
export function tickedTexts(sent: readonly string[], companyName: string): string[] | undefined {
  const texts = boxTexts(companyName)
  const ticked = sent.map((box) => boxNames.find((name) => box === name || box === texts[name]))
  if (ticked.includes(undefined) || !boxNames.every((name) => ticked.includes(name))) return undefined
  return boxNames.map((name) => texts[name])
}
