// « Je ne suis pas un robot », for any provider.
import type { Throttle } from '../../engine/http/throttle.ts'

export type CaptchaVerdict = 'passed' | 'missing' | 'expired' | 'failed'

export interface Captcha {
  challenge(): Promise<unknown>
  /** A solution works once. */
  verify(token: string | undefined, throttle: Throttle, address: string): Promise<CaptchaVerdict>
}

export const captchaTexts: Record<Exclude<CaptchaVerdict, 'passed'>, string> = {
  missing: 'Veuillez cocher cette case.',
  expired: 'La vérification a expiré. Veuillez cocher la case de nouveau.',
  failed: 'La vérification a échoué. Veuillez réessayer.',
}
