// A contract's status in the words of the client who reads it: what is left to do.
import type { ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

type Standing = 'toSign' | 'signed' | 'unpaid' | 'paid' | 'declined' | 'canceled'

const standings: Record<ContractStatus, Standing> = {
  draft: 'toSign', // never shown to a client
  sent: 'toSign',
  printed: 'toSign',
  consulted: 'toSign',
  accepted: 'signed',
  unpaid: 'unpaid',
  paid: 'paid',
  declined: 'declined',
  canceled: 'canceled',
}
export const standingOf = (status: ContractStatus): Standing => standings[status]

/** What the link to a contract says. */
export const opening = (status: ContractStatus): string => (standingOf(status) === 'toSign' ? 'Lire et signer' : 'Consulter')

const words: Record<Standing, [StatusTone, string]> = {
  toSign: ['attention', 'À signer'],
  signed: ['good', 'Signé'],
  unpaid: ['attention', 'Impayé'],
  paid: ['good', 'Payé'],
  declined: ['bad', 'Refusé'],
  canceled: ['neutral', 'Archivé'],
}

/** What a client can filter by; nobody looks for canceled contracts. */
export const standingChoices: Record<string, string> = Object.fromEntries(
  Object.entries(words).flatMap(([standing, [, word]]) => (standing === 'canceled' ? [] : [[standing, word]])),
)

export function ClientStatus({ status }: { status: ContractStatus }) {
  const [tone, word] = words[standingOf(status)]
  return <Status tone={tone}>{word}</Status>
}
