import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'
import type { StepProps } from './AddressStep.tsx'
import { Box, TextField } from './fields.tsx'
import { maskPhone } from './maskPhone.ts'

/** Who asks, and to whom it goes. */
export function ContactStep({ draft, problems, onChange, companyId }: StepProps & { companyId: string | null }) {
  return (
    <>
      <div className="pair">
        <TextField
          label="Prénom"
          required
          autoComplete="given-name"
          value={draft.firstname}
          error={problems.firstname}
          onChange={(firstname) => onChange({ firstname })}
        />
        <TextField
          label="Nom"
          required
          autoComplete="family-name"
          value={draft.lastname}
          error={problems.lastname}
          onChange={(lastname) => onChange({ lastname })}
        />
      </div>
      <TextField
        label="Courriel"
        required
        type="email"
        autoComplete="email"
        value={draft.email}
        error={problems.email}
        onChange={(email) => onChange({ email })}
      />
      <TextField
        label="Téléphone"
        required
        type="tel"
        autoComplete="tel-national"
        placeholder="(418) 555-1234"
        value={draft.phone}
        error={problems.phone}
        // Corrected in the middle it is left as it is typed: masked, the caret would jump to its end.
        onChange={(phone, isAtEnd) => onChange({ phone: isAtEnd ? maskPhone(phone) : phone })}
      />
      <Box checked={draft.wantAlerts} onChange={(wantAlerts) => onChange({ wantAlerts })}>
        Je veux être averti avant le passage de la déneigeuse
      </Box>
      <Consent draft={draft} companyId={companyId} />
    </>
  )
}

function Consent({ draft: { location }, companyId }: { draft: StepProps['draft']; companyId: string | null }) {
  const names = useRecipients(location, companyId)
  return (
    <section className="consent" aria-busy={names === undefined} aria-label="Qui recevra votre demande">
      {names && names.length > 0 ? (
        <>
          <p>
            <strong>Votre demande sera transmise à{'\u00a0'}:</strong>
          </p>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <strong>Votre demande pourra être transmise à une entreprise de déneigement qui dessert votre adresse.</strong>
        </p>
      )}
      <p>
        En l’envoyant, vous consentez à ce que vos renseignements personnels (nom, coordonnées, adresse et description de l’entrée) soient
        communiqués {names && names.length > 1 ? 'à ces entreprises' : 'à cette entreprise'} dans le seul but de vous préparer une
        soumission. Vous pourrez retirer votre demande en tout temps par le lien du courriel de confirmation.
      </p>
    </section>
  )
}

/** Undefined while they are asked for. */
function useRecipients(location: StepProps['draft']['location'], companyId: string | null): string[] | undefined {
  const [names, setNames] = useState<string[]>()
  const { lat, lng } = location ?? {}
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const gone = new AbortController()
    ask(quoteCalls.listQuoteRecipients, { lat, lng, ...(companyId && { companyId }) }, gone).then(
      (found) => setNames(found.map(({ name }) => name)),
      () => !gone.signal.aborted && setNames([]), // not known: what is said then holds all the same
    )
    return () => gone.abort()
  }, [lat, lng, companyId])
  return names
}
