import { type Contract, newContractFields } from '@bordee/core/contracts/contract.ts'
import { refuseHalfCeiling } from '@bordee/core/operations/ceiling.ts'
import { noRequirement } from '@bordee/core/operations/requirement.ts'
import type { Template } from '@bordee/core/templates/template.ts'
import { endBeforeStart } from '@bordee/core/templates/terms.ts'
import * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

// Payments, status and version are saved separately.
const { payments: _, status: __, version: ___, ...content } = newContractFields.out.shape

/** A draft needs only its client. */
export const contractSchema = z
  .object(content)
  .refine(({ startAt, endAt }) => !startAt || !endAt || endAt > startAt, { path: ['endAt'], message: endBeforeStart })
  .check(refuseHalfCeiling)
export type ContractValues = z.input<typeof contractSchema>
export type SentContract = z.output<typeof contractSchema>

export const emptyContract = (clientId = ''): ContractValues =>
  emptyValues(contractSchema, { clientId, isTaxesCharged: true, requirement: noRequirement })

export const valuesOf = (contract: Contract): ContractValues =>
  valuesFrom(contractSchema, contract, {
    clientId: contract.clientId ?? '',
    paymentShedules: contract.paymentShedules.map(({ id, paymentDate, percent }) => ({ id, paymentDate, percent })),
  })

/** The terms that a contract copies from its template. Lines and instalments get no id, so they become new rows. */
export const termsOf = (template: Template) =>
  ({
    startAt: template.startAt,
    endAt: template.endAt,
    services: template.services.map((line) => ({ ...line, id: null })),
    paymentShedules: template.paymentSchedules.map((due) => ({ ...due, id: null })),
    paymentMethods: template.contractTemplatePaymentMethod,
    clauses: template.clauses,
    isTaxesCharged: template.isTaxesCharged,
    requirement: template.requirement,
    ceiling: template.ceiling,
    ceilingUnit: template.ceilingUnit,
    ceilingPrice: template.ceilingPrice,
    nsfFee: template.nsfFee,
  }) satisfies Partial<ContractValues>
