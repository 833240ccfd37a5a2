// For the test that copies what has a value in every field: how each copy is made, and where it differs by right.
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import type { Setting } from './writing.ts'

interface Copy {
  by: string
  /** What makes the original, with a value in every field. */
  of: CallRow
  copy(setting: Setting, id: string): Promise<{ original: object; copy: object | undefined }>
  /** The fields in which the two differ, besides their ids. */
  own: readonly string[]
}

export const copies: readonly Copy[] = [
  {
    by: 'duplicateTemplate',
    of: api.createTemplate,
    async copy({ people: { owner } }, id) {
      const { id: copyId } = await owner(api.duplicateTemplate, { id, name: 'Copie' })
      return { original: await owner(api.getTemplate, { id }), copy: await owner(api.getTemplate, { id: copyId }) }
    },
    own: ['name'],
  },
  {
    by: 'renewContracts',
    of: api.createContract,
    async copy({ people: { owner } }, id) {
      await owner(api.setContractStatuses, { contractIds: [id], status: 'accepted' })
      await owner(api.renewContracts, { contractIds: [id] })
      const renewal = (await owner(api.listContracts)).find((contract) => contract.id !== id)
      const { payments: _, ...original } = await owner(api.getContract, { id })
      return { original, copy: await owner(api.getContract, { id: renewal?.id ?? '' }) }
    },
    own: [
      'contractNumber',
      'createdAt',
      'status',
      'sentAt',
      'signedAt',
      'signedOnPaper',
      'startAt',
      'endAt',
      'paymentShedules[].paymentDate',
      'paymentShedules[].dueDate',
      'paymentShedules[].amountLeft',
    ],
  },
  {
    by: 'duplicateRun',
    of: api.markAreaNotDone,
    async copy({ people, server }) {
      const destination = await server.newCompany()
      const [run] = await people.super_admin(api.listCurrentRuns)
      const id = run?.id ?? ''
      const copy = await people.super_admin(api.duplicateRun, { id, destinationCompany: destination.companyId })
      return { original: await people.owner(api.getRunDetails, { id }), copy: await destination.owner(api.getRunDetails, { id: copy.id }) }
    },
    own: [
      'operationId',
      'isFullyProcessed',
      'routeId',
      'runSites[].siteId',
      'runSites[].passNumber',
      'runSites[].areas[].areaId',
      'areaActions[].runSiteId',
      'areaActions[].runSiteAreaId',
      'actions[].userId',
      'userDurations[].userId',
      'userDurations[].email',
      'userDurations[].duration',
    ],
  },
]
