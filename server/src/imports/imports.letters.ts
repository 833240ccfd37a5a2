import type { ImportRequestStatus } from '@bordee/core/imports/import-request.ts'
import { sentence } from '@bordee/core/text.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import type { Env } from '../engine/env.ts'

/** To platform staff. */
export const importAskedLetter = (env: Env, to: string, company: { id: string; name: string }): LetterContent => ({
  to,
  subject: `Une liste à importer\u00a0: ${company.name}`,
  paragraphs: ['Bonjour,', `${company.name} a envoyé une liste de clients à importer.`],
  action: { label: 'Voir la compagnie', url: `${env.publicUrl}/dashboard/companies/list/${company.id}` },
})

/** To the owners. */
export const importSettledLetter = (
  env: Env,
  to: string,
  { companyName, status, reason }: { companyName: string; status: ImportRequestStatus; reason: string | null },
): LetterContent => ({
  to,
  subject: status === 'imported' ? 'Votre liste est importée' : 'Votre liste n’a pas été importée',
  paragraphs: [
    'Bonjour,',
    status === 'imported'
      ? sentence(`La liste que vous avez envoyée se trouve maintenant dans les dossiers de ${companyName}`)
      : sentence(`La liste que vous avez envoyée pour ${companyName} n’a pas été importée\u00a0: ${reason}`),
  ],
  action:
    status === 'imported'
      ? { label: 'Voir vos clients', url: `${env.publicUrl}/dashboard/client-folders` }
      : { label: 'Envoyer une autre liste', url: `${env.publicUrl}/dashboard/import-request` },
})
