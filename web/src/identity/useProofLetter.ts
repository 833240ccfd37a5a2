import { useState } from 'react'
import { IdentityError } from '../identity.ts'
import { identity } from '../session.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'

/** Sends the letter that confirms the user's address again. */
export function useProofLetter(email: string): { isBusy: boolean; send: () => Promise<void> } {
  const [isBusy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      await identity.sendEmailVerification()
      notify('success', `Un lien de confirmation vient d’être envoyé à ${email}. Il est valide vingt-quatre heures.`)
    } catch (error) {
      notifyFailure(error instanceof IdentityError ? error.cause : error, 'Impossible d’envoyer le courriel de confirmation.')
    }
    setBusy(false)
  }
  return { isBusy, send }
}
