// The driver's answer to the current text about positions, as this phone keeps it.
import { consentVersion } from '@bordee/core/runs/run.ts'
import { readFact } from './kept.ts'

export const consentFact = (owner: string) => `consent ${consentVersion} ${owner}`

/** A new text is asked about before the next run; during one, the answer to the first text still counts. */
export async function recallConsent(owner: string, isDriving: boolean): Promise<boolean | null> {
  const answer = await readFact<boolean>(consentFact(owner))
  return answer ?? (isDriving ? ((await readFact<boolean>(`consent ${owner}`)) ?? null) : null)
}
