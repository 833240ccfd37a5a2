// The checkboxes of the signature form. Their texts are stored with the signature.
import * as z from 'zod'

export const readAndAccepted = 'J’ai lu le contrat et j’en accepte les conditions.'
export const consentTo = (companyName: string) =>
  `Je consens à ce que ${companyName} recueille et utilise mes renseignements personnels pour donner suite à ce contrat.`

export const ticked = z.boolean().refine(Boolean, 'Veuillez cocher cette case')
