// Loads Stripe's scripts, which must come from Stripe. Only on first use, and only where Stripe is configured.

/** The release that matches the server's Stripe API version. */
const stripeUrl = 'https://js.stripe.com/endive/stripe.js'
const connectUrl = 'https://connect-js.stripe.com/v1.0/connect.js'
const locale = 'fr-CA'

/** The part of Stripe.js that we use. */
export interface StripeJs {
  elements(options: { clientSecret: string; locale: string }): StripeElements
  confirmSetup(asked: {
    elements: StripeElements
    confirmParams: { payment_method_data: { billing_details: { name: string } } }
    redirect: 'if_required'
  }): Promise<{ setupIntent?: { status: string; payment_method: string | { id: string } | null }; error?: StripeError }>
  confirmCardPayment(clientSecret: string, data: { payment_method: string }): Promise<{ error?: StripeError }>
  createEmbeddedCheckoutPage(options: { clientSecret: string; onComplete: () => void }): Promise<Mounted>
}
export interface StripeElements {
  create(kind: 'payment'): Mounted & { on(event: 'ready', heard: () => void): void }
  submit(): Promise<{ error?: StripeError }>
}
interface StripeError {
  message?: string
}
interface Mounted {
  mount(place: HTMLElement): void
  destroy(): void
}

/** `accountId`: the connected account to show. */
export async function loadStripe(publishableKey: string, accountId?: string): Promise<StripeJs> {
  await script(stripeUrl)
  const { Stripe } = window as Window & { Stripe?: (key: string, options: object) => StripeJs }
  if (!Stripe) throw new Error('Stripe.js did not define Stripe')
  return Stripe(publishableKey, { locale, ...(accountId && { stripeAccount: accountId }) })
}

export const openCardElements = (stripe: StripeJs, clientSecret: string) => stripe.elements({ clientSecret, locale })

type ConnectPart = 'payments' | 'payouts' | 'account-management'

/** Returns a function that creates an element for each part of the account's page. */
export async function loadConnect(publishableKey: string, fetchClientSecret: () => Promise<string>) {
  await script(connectUrl)
  const { StripeConnect } = window as Window & { StripeConnect?: { init(options: object): { connect: unknown } } }
  if (!StripeConnect) throw new Error('Connect.js did not define StripeConnect')
  const { connect } = StripeConnect.init({ publishableKey, fetchClientSecret, locale })
  return (part: ConnectPart): HTMLElement => {
    const element = document.createElement(`stripe-connect-${part}`) as HTMLElement & { setConnector?(connect: unknown): void }
    element.setConnector?.(connect)
    return element
  }
}

const fetched = new Map<string, Promise<void>>()

/** Loads a script once. A script that failed to load is loaded again on the next call. */
function script(src: string): Promise<void> {
  const known = fetched.get(src)
  if (known) return known
  const arrival = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      fetched.delete(src)
      reject(new Error(`${src} failed to load`))
    }
    document.head.append(element)
  })
  fetched.set(src, arrival)
  return arrival
}
