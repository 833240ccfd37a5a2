import { invalid } from '@bordee/core/problem.ts'
import { captchaTexts } from '../../outside/captcha/captcha.ts'
import type { Ctx } from '../ctx.ts'

/** The solution is sent in the `recaptcha` header; each one works once. */
export async function requireCaptcha({ gateways, throttle, request }: Ctx) {
  const verdict = await gateways.captcha.verify(request.captcha, throttle, request.address)
  if (verdict !== 'passed') throw invalid({ captcha: { token: captchaTexts[verdict] } }, 'captcha-required')
}
