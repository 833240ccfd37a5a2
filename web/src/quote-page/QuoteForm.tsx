import { Problem } from '@bordee/core/problem.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { CaptchaCheck } from '../ui/CaptchaCheck.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { AddressStep } from './AddressStep.tsx'
import { ContactStep } from './ContactStep.tsx'
import {
  afresh,
  byField,
  changed,
  checked,
  type Draft,
  firstWrong,
  keepDraft,
  ofStep,
  type Problems,
  readDraft,
  type Step,
  steps,
} from './draft.ts'
import { EntryStep } from './EntryStep.tsx'
import { tellStep } from './framed.ts'
import { StepList } from './StepList.tsx'
import { Unbroken } from './Unbroken.tsx'
import { useRecipients } from './useRecipients.ts'

const CaptchaBox = lazyComponent(
  async () => (await import('./CaptchaBox.tsx')).CaptchaBox,
  () => <div className="captcha" />,
)

const notTicked = 'Veuillez cocher cette case.'
const notKnown = 'Nous ne savons pas encore qui recevra votre demande. Veuillez réessayer dans un instant.'
const failure = 'Une erreur inconnue est survenue, veuillez réessayer plus tard.'

const titles = ['Où est l’entrée à déneiger?', 'Comment est votre entrée?', 'À qui répondre?'] as const

/** Three steps on one page. The draft is kept until it is sent. */
export function QuoteForm({ companyId, onSent }: { companyId: string | null; onSent: () => void }) {
  const [draft, setDraft] = useState(() => readDraft(companyId))
  const [problems, setProblems] = useState<Problems>({})
  const [told, setTold] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [check] = useState(() => new CaptchaCheck())
  const [captchaRound, setCaptchaRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Counts refusals, so that each one focuses the first wrong field. */
  const [refusals, setRefusals] = useState(0)
  const { step } = draft
  const recipients = useRecipients(draft.location, companyId, step === 2)

  useEffect(() => keepDraft(companyId, draft), [companyId, draft])
  useEffect(() => {
    if (refusals === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong?.querySelector('input') ?? wrong)?.focus()
  }, [refusals])

  function change(changes: Partial<Draft>) {
    setDraft((before) => changed(before, changes))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))))
  }
  const forgetTick = () => setProblems(({ captcha: _solved, ...others }) => others)
  function refuse(found: Problems) {
    const at = firstWrong(found)
    if (at !== undefined) setDraft((before) => ({ ...before, step: at }))
    setProblems(found)
    setRefusals((count) => count + 1)
  }
  function go(to: Step) {
    setProblems({})
    setTold(null)
    setDraft((before) => ({ ...before, step: to }))
    tellStep()
    requestAnimationFrame(() => heading.current?.focus())
  }

  function advance(event: FormEvent) {
    event.preventDefault()
    const found = checked(draft)
    const wrong = 'problems' in found ? found.problems : {}
    if (step < 2) {
      const here = ofStep(wrong, step)
      if (Object.keys(here).length > 0) refuse(here)
      else go((step + 1) as Step)
    } else if (!isSending) void send(found)
  }

  async function send(found: ReturnType<typeof checked>) {
    setTold(null)
    setIsSending(true)
    const solution = await check.solution()
    setIsSending(false)
    const captcha = solution ? {} : { captcha: notTicked }
    if ('problems' in found) return refuse({ ...found.problems, ...captcha })
    if (!solution) return refuse(captcha)
    if (!recipients.names) return setTold(notKnown)
    setIsSending(true)
    setDraft((before) => ({ ...before, isTried: true }))
    try {
      await ask(quoteCalls.submitQuote, { quoteRequest: found.quote, companyId, requestId: draft.requestId }, { captcha: solution })
      keepDraft(companyId, null)
      onSent()
    } catch (problem) {
      setIsSending(false)
      check.end(null)
      setCaptchaRound((round) => round + 1)
      tellProblem(problem)
    }
  }

  function tellProblem(problem: unknown) {
    if (!(problem instanceof Problem) || problem.status >= 500) return setTold(failure)
    if (problem.body.code === 'already-sent') setDraft((before) => ({ ...before, ...afresh() }))
    const { quoteRequest = {}, captcha = {} } = problem.body.formErrors ?? {}
    const found = byField([...Object.entries(quoteRequest), ...Object.values(captcha).map((text) => ['captcha', text] as const)])
    if (Object.keys(found).length > 0) refuse(found)
    else setTold(problem.message)
  }

  const shared = { draft, problems, onChange: change }
  return (
    <div className="asking" data-step={step}>
      <StepList step={step} onStep={go} />
      <form ref={form} className="card" onSubmit={advance} noValidate aria-busy={isSending}>
        <h2 ref={heading} tabIndex={-1}>
          <span className="visually-hidden">
            Étape {step + 1} de {steps.length}
            {'\u00a0'}:{' '}
          </span>
          {titles[step]}
        </h2>
        {step === 0 && <AddressStep {...shared} />}
        {step === 1 && <EntryStep {...shared} />}
        {step === 2 && (
          <>
            <ContactStep {...shared} recipients={recipients} />
            <Unbroken told="La vérification n’a pas pu être chargée.">
              <CaptchaBox key={captchaRound} check={check} onSolved={forgetTick} error={problems.captcha} />
            </Unbroken>
          </>
        )}
        {told && (
          <p className="told" role="alert">
            {told}
          </p>
        )}
        <div className="buttons">
          {step > 0 && (
            <button type="button" className="button quiet" onClick={() => go((step - 1) as Step)}>
              Précédent
            </button>
          )}
          <button type="submit" className="button" disabled={isSending}>
            {step < 2 ? 'Continuer' : isSending ? 'Envoi en cours…' : 'Envoyer ma demande'}
          </button>
        </div>
      </form>
    </div>
  )
}
