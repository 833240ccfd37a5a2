// Shared by the sandbox's parts: ids, single-purpose links, and when it takes no money at all.
import { randomBytes } from 'node:crypto'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { Env } from '../../../engine/env.ts'
import type { GatewayWork } from '../../gateway-work.ts'

export const providerId = (kind: 'acct' | 'ch' | 'cs' | 'cus' | 'dp' | 'evt' | 'in' | 'pi' | 'pm' | 're' | 'seti') =>
  `${kind}_${randomBytes(12).toString('hex')}`

/** On a public server nobody gets anything for money that doesn't exist. */
export function refuseOnPublicServer({ takesSandboxMoney }: Env) {
  if (takesSandboxMoney) return
  throw conflict('Ce serveur n’a pas de fournisseur de paiement\u00a0: le bac à sable n’y accepte aucun paiement.', {
    code: 'sandbox-closed',
  })
}

export interface LinkUse {
  use: 'onboarding' | 'account'
  accountId: string
  returnPath: string
}

const linkHours = 1

/** Sealed: nobody can forge it, read what it names, or use it for anything else. */
export const linkToken = ({ secrets, now }: GatewayWork, use: LinkUse): string =>
  secrets.seal('sandbox', { ...use, until: now.getTime() + linkHours * 3_600_000 })

export function readLink({ secrets, now }: GatewayWork, use: LinkUse['use'], token: string): LinkUse {
  const found = unsealed(secrets, token)
  if (found?.use !== use || found.until < now.getTime()) throw notFound('Lien')
  return found
}

function unsealed(secrets: GatewayWork['secrets'], token: string): (LinkUse & { until: number }) | undefined {
  try {
    return secrets.unseal<LinkUse & { until: number }>('sandbox', token)
  } catch {
    return undefined // not one of ours
  }
}
