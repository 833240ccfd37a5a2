import type { Admission } from '@bordee/core/companies/company.ts'
import type { ModuleRequest, RequestableModule } from '@bordee/core/companies/module-request.ts'
import { moduleNames } from '@bordee/core/modules.ts'
import { sentence } from '@bordee/core/text.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import type { Env } from '../engine/env.ts'
import { linkTo } from '../identity/identity.letters.ts'

/** To the company's own address, which anyone may have typed. */
export const companyProofLetter = (env: Env, to: string, code: string, name: string): LetterContent => ({
  to,
  subject: `Confirmez le courriel de ${name}`,
  paragraphs: [
    'Bonjour,',
    sentence(`Cette adresse a été indiquée comme celle de ${name}`),
    'Une fois confirmée, elle recevra les courriels destinés à la compagnie\u00a0: demandes de soumission, contrats signés, ' +
      'demandes de clients. Ce lien est valide sept jours.',
  ],
  action: { label: 'Confirmer cette adresse', url: linkTo(env, { mode: 'verifyCompany', email: to, oobCode: code }) },
  footnote: 'Si vous ne connaissez pas cette compagnie, ignorez ce courriel\u00a0: aucun autre courriel ne vous parviendra.',
})

const staffPage = (env: Env, companyId: string) => ({
  label: 'Voir la compagnie',
  url: `${env.publicUrl}/dashboard/companies/list/${companyId}`,
})

/** To platform staff: nobody receives requests before one of them has looked at the company. */
export const admissionAskedLetter = (env: Env, to: string, company: { id: string; name: string }): LetterContent => ({
  to,
  subject: `Une compagnie attend d’être admise\u00a0: ${company.name}`,
  paragraphs: ['Bonjour,', `${company.name} souhaite recevoir les demandes de soumission des résidents.`],
  action: staffPage(env, company.id),
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

/** To platform staff. */
export const moduleAskedLetter = (
  env: Env,
  to: string,
  company: { id: string; name: string },
  module: RequestableModule,
): LetterContent => ({
  to,
  subject: `Demande d’activation\u00a0: ${moduleNames[module]}, ${company.name}`,
  paragraphs: ['Bonjour,', sentence(`Le module ${moduleNames[module]} est demandé par ${company.name}`)],
  action: staffPage(env, company.id),
})

export const moduleDecidedLetter = (
  env: Env,
  to: string,
  { name, module, status, reason }: { name: string } & Omit<ModuleRequest, 'askedAt'>,
): LetterContent => ({
  to,
  subject: status === 'activated' ? `Le module ${moduleNames[module]} est actif` : `Le module ${moduleNames[module]} n’a pas été activé`,
  paragraphs:
    status === 'activated'
      ? ['Bonjour,', sentence(`Le module ${moduleNames[module]} que vous avez demandé est maintenant actif pour ${name}`)]
      : ['Bonjour,', sentence(`Le module ${moduleNames[module]} ne peut pas être activé pour ${name}`), `Raison\u00a0: ${reason ?? ''}`],
  action: { label: 'Voir le module', url: `${env.publicUrl}/dashboard/${module === 'geolocation' ? 'geolocation/opt-in' : module}` },
})
