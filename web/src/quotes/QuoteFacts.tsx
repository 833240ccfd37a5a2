import { formatPhone } from '@bordee/core/phone.ts'
import { coatingNames, type QuoteRequest, sizeNames, slopeNames } from '@bordee/core/quotes/quote-request.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Facts } from '../ui/Facts.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './quotes.module.css'

const QuoteMap = lazyComponent(
  async () => (await import('./QuoteMap.tsx')).QuoteMap,
  () => <Skeleton height="100%" radius={12} />,
)

/** Everything the resident entered, beside the map: what is wanted, then by whom. `children` is the office's own part. */
export function QuoteFacts({ quote, children }: { quote: QuoteRequest; children?: ReactNode }) {
  const zone = useZone()
  const { email, phone, squareFeet } = quote
  return (
    <div className={classes.split}>
      <div className={classes.cards}>
        <Part title="Entrée">
          <Facts
            facts={{
              Adresse: quote.address,
              Taille: sizeNames[quote.size],
              Pente: slopeNames[quote.slope],
              Revêtement: coatingNames[quote.coating],
              'Abri d’auto temporaire': yesNo(quote.hasTempo),
              'Superficie tracée': squareFeet === null ? null : `${formatNumber(squareFeet)}\u00a0pi²`,
              Précisions: quote.additionalInformation && <span className={classes.said}>{quote.additionalInformation}</span>,
            }}
          />
        </Part>
        <Part title="Contact">
          <Facts
            facts={{
              Téléphone: <a href={`tel:${phone}`}>{formatPhone(phone)}</a>,
              Courriel: <a href={`mailto:${email}`}>{email}</a>,
              'Reçue le': formatInstant(quote.submittedAt, zone),
              'Veut des alertes': yesNo(quote.wantAlerts),
            }}
          />
        </Part>
        {children}
      </div>
      <div className={`${classes.map} ${classes.followed}`}>
        <QuoteMap quote={quote} />
      </div>
    </div>
  )
}

const yesNo = (value: boolean) => (value ? 'Oui' : 'Non')

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`bordee-card ${classes.card}`} aria-label={title}>
      <Stack>
        <SectionTitle>{title}</SectionTitle>
        {children}
      </Stack>
    </section>
  )
}
