import type { Admission } from '@bordee/core/companies/company.ts'
import { sentence } from '@bordee/core/text.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import type { Env } from '../engine/env.ts'

/** To platform staff: nobody receives requests before one of them has looked at the company. */
export const admissionAskedLetter = (env: Env, to: string, company: { id: string; name: string }): LetterContent => ({
  to,
  subject: `Une compagnie attend d’être admise\u00a0: ${company.name}`,
  paragraphs: ['Bonjour,', `${company.name} souhaite recevoir les demandes de soumission des résidents.`],
  action: { label: 'Voir la compagnie', url: `${env.publicUrl}/dashboard/companies/list/${company.id}` },
})

export const admissionDecidedLetter = (
  env: Env,
  to: string,
  { name, admission, reason }: { name: string; admission: Admission; reason: string | null },
): LetterContent => ({
  to,
  subject:
    admission === 'admitted' ? `${name} reçoit les demandes de soumission` : `Demandes de soumission\u00a0: ${name} n’est pas admise`,
  paragraphs:
    admission === 'admitted'
      ? ['Bonjour,', sentence(`Les demandes des résidents de votre secteur parviennent maintenant à ${name}`)]
      : ['Bonjour,', `${name} ne peut pas recevoir les demandes de soumission des résidents.`, `Raison\u00a0: ${reason ?? ''}`],
  action: { label: 'Voir mon secteur', url: `${env.publicUrl}/dashboard/quotes/sector/view` },
})
