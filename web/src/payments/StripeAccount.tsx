import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { Skeleton, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { loadConnect } from './stripe.ts'

interface Props {
  publishableKey: string
  /** The first secret; Stripe asks for another when it expires. */
  clientSecret: string
}

/** The account's page as Stripe renders it: payments, payouts, settings. */
export function StripeAccount({ publishableKey, clientSecret }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')

  useEffect(() => {
    let isOpen = true
    let isFirst = true
    const node = place.current
    async function secret() {
      if (!isFirst) return (await ask(paymentAccountCalls.getAccountSession, {})).clientSecret
      isFirst = false
      return clientSecret
    }
    async function open() {
      const part = await loadConnect(publishableKey, secret)
      if (!isOpen) return
      node?.replaceChildren(part('payments'), part('payouts'), part('account-management'))
      setState('open')
    }
    open().catch(() => isOpen && setState('failed'))
    return () => {
      isOpen = false
      node?.replaceChildren()
    }
  }, [publishableKey, clientSecret])

  return (
    <>
      {state === 'loading' && <Skeleton height={180} radius={10} />}
      {state === 'failed' && (
        <Text c="var(--mantine-color-error)" role="alert">
          Impossible de consulter votre compte de paiement.
        </Text>
      )}
      <div ref={place} style={{ width: '100%' }} />
    </>
  )
}
