import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { loadStripe } from './stripe.ts'

interface Props {
  publishableKey: string
  accountId: string
  clientSecret: string
  onPaid: () => void
}

/** Stripe's checkout, embedded in our page: what is typed there goes only to Stripe. */
export function StripeCheckout({ publishableKey, accountId, clientSecret, onPaid }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const heard = useRef(onPaid)
  heard.current = onPaid
  const [tries, setTries] = useState(1)
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')

  useEffect(() => {
    let isOpen = true
    let close: () => void = () => undefined
    async function open() {
      const stripe = await loadStripe(publishableKey, accountId)
      if (!isOpen) return
      const checkout = await stripe.createEmbeddedCheckoutPage({ clientSecret, onComplete: () => heard.current() })
      close = () => checkout.destroy()
      if (!isOpen || !place.current) return close()
      checkout.mount(place.current)
      setState('open')
    }
    if (tries > 0) open().catch(() => isOpen && setState('failed'))
    return () => {
      isOpen = false
      close()
    }
  }, [publishableKey, accountId, clientSecret, tries])

  return (
    <Stack>
      {state === 'loading' && <Skeleton height={320} radius={10} />}
      {state === 'failed' && (
        <>
          <Text c="var(--mantine-color-error)" role="alert">
            Une erreur est survenue.
          </Text>
          <Button
            variant="default"
            onClick={() => {
              setState('loading')
              setTries(tries + 1)
            }}
          >
            Réessayer
          </Button>
        </>
      )}
      <div ref={place} />
    </Stack>
  )
}
