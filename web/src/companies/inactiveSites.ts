import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { count } from '@bordee/core/text.ts'
import { ask } from '../api.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyFailure } from '../ui/notify.ts'
import type { CompanyChanges } from './companyValues.ts'

const decides = ({ isActive, isContractAffectSiteStatus }: Company['contractConfig']) => isActive && isContractAffectSiteStatus

/**
 * When a change makes contracts decide which sites are active, first tells the user how many sites become inactive,
 * and adds the user's consent to the changes. Throws if the user declines.
 */
export async function agreedChanges({ id, contractConfig }: Company, changes: CompanyChanges): Promise<CompanyChanges> {
  const after = { ...contractConfig, ...changes.contractConfig } as Company['contractConfig']
  if (decides(contractConfig) || !decides(after)) return changes
  const { inactiveSites } = await ask(companyCalls.previewContractSites, { id }).catch((error: unknown) => {
    notifyFailure(error, 'Impossible d’enregistrer les modifications.')
    throw error
  })
  if (inactiveSites > 0 && !(await isAgreedTo(inactiveSites))) throw new Error('the user declined')
  return { ...changes, confirmedInactiveSites: inactiveSites }
}

const isAgreedTo = (sites: number) =>
  confirm({
    title: `Rendre ${count(sites, 'point de service', 'points de service')} ${sites > 1 ? 'inactifs' : 'inactif'}?`,
    message:
      'Désormais, seul un contrat signé rend un point de service actif. ' +
      `${sites > 1 ? 'Ceux-ci n’en ont pas' : 'Celui-ci n’en a pas'}\u00a0: plus personne n’y recevra d’alerte.`,
    confirm: 'Enregistrer',
    destructive: true,
  })
