import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Why, WhyButton } from './WhyButton.tsx'
import classes from './Wizard.module.css'

interface WizardStep {
  label: string
  content: ReactNode
  /** Why « Suivant » can't be pressed: something is loading or missing. */
  why?: Why
}

export interface WizardProps {
  /** What is being created, for screen readers: « Nouveau client ». */
  label: string
  steps: WizardStep[]
  step: number
  onStep: (step: number) => void
  /** Called by the last button; without it the last step has no button. */
  onFinish?: () => void
  finish?: string
  busy?: boolean
}

/** Steps in order. The user can go back, but not skip a step. */
export function Wizard({ label, steps, step, onStep, onFinish, finish = 'Terminer', busy = false }: WizardProps) {
  const current = steps[step]
  const last = step === steps.length - 1
  const body = useRef<HTMLElement>(null)
  const before = useRef(step)
  // Move the focus to the start of a new step.
  useEffect(() => {
    if (before.current !== step) body.current?.focus()
    before.current = step
  }, [step])

  return (
    <section aria-label={label}>
      <ol className={classes.steps}>
        {steps.map(({ label: words }, i) => (
          <li key={words} data-done={i < step || undefined} aria-current={i === step ? 'step' : undefined}>
            <button type="button" disabled={i >= step || busy} onClick={() => onStep(i)}>
              <span className={classes.number} aria-hidden>
                {i < step ? <IconCheck size={16} stroke={2.6} /> : i + 1}
              </span>
              <span>
                <span className="bordee-visually-hidden">
                  Étape {i + 1} de {steps.length}
                  {i < step ? ', faite' : ''}
                  &nbsp;:{' '}
                </span>
                {words}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <section
        ref={body}
        tabIndex={-1}
        className={classes.body}
        aria-label={`Étape ${step + 1} de ${steps.length}\u00a0: ${current?.label}`}
      >
        {current?.content}
      </section>
      <Group justify="space-between" mt="lg">
        <WhyButton
          variant="default"
          why={(busy && 'Un instant…') || (step === 0 && 'C’est la première étape.')}
          onClick={() => onStep(step - 1)}
        >
          Précédent
        </WhyButton>
        {!(last && onFinish) && (
          <WhyButton why={(busy && 'Un instant…') || (last && 'C’est la dernière étape.') || current?.why} onClick={() => onStep(step + 1)}>
            Suivant
          </WhyButton>
        )}
        {last && onFinish && (
          <WhyButton why={current?.why} loading={busy} onClick={onFinish}>
            {finish}
          </WhyButton>
        )}
      </Group>
    </section>
  )
}
