import type { StepProps } from './AddressStep.tsx'
import { Box, TextField } from './fields.tsx'
import { maskPhone } from './maskPhone.ts'
import { Retry } from './Unbroken.tsx'
import type { Recipients } from './useRecipients.ts'

/** Who is asking, and which companies receive the request. */
export function ContactStep({ draft, problems, onChange, recipients }: StepProps & { recipients: Recipients }) {
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
        // Mask only when typing at the end: masking a correction in the middle would move the caret to the end.
        onChange={(phone, isAtEnd) => onChange({ phone: isAtEnd ? maskPhone(phone) : phone })}
      />
      <Box checked={draft.wantAlerts} onChange={(wantAlerts) => onChange({ wantAlerts })}>
        Je veux être avisé avant le passage de la déneigeuse
      </Box>
      <Consent recipients={recipients} />
    </>
  )
}

function Consent({ recipients: { names, hasFailed, retry } }: { recipients: Recipients }) {
  return (
    <section className="consent" aria-busy={!names && !hasFailed} aria-label="Qui recevra votre demande">
      {hasFailed && <Retry told="Nous n’avons pas pu trouver qui recevra votre demande." onRetry={retry} />}
      {names && <Named names={names} />}
      {!names && !hasFailed && <p>Recherche des compagnies qui recevront votre demande…</p>}
    </section>
  )
}

function Named({ names }: { names: readonly string[] }) {
  const theirs = 'aux compagnies de déneigement qui desservent votre adresse'
  const to = names.length === 0 ? theirs : names.length > 1 ? 'à ces compagnies' : 'à cette compagnie'
  return (
    <>
      <p>
        <strong>{names.length > 0 ? 'Votre demande sera transmise à\u00a0:' : `Votre demande pourra être transmise ${theirs}.`}</strong>
      </p>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        En l’envoyant, vous consentez à ce que vos renseignements personnels (nom, coordonnées, adresse et description de l’entrée) soient
        communiqués {to} dans le seul but de vous préparer une soumission. Vous pourrez retirer votre demande en tout temps par le lien du
        courriel de confirmation.
      </p>
    </>
  )
}
