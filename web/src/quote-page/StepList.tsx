import { type Step, steps } from './draft.ts'

/** The steps. The user can go back to finished ones; the next is reached by filling in the form. */
export function StepList({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  return (
    <nav aria-label="Étapes">
      <ol className="steps">
        {steps.map((name, i) => (
          <li key={name} data-state={i < step ? 'done' : i === step ? 'here' : 'next'} aria-current={i === step ? 'step' : undefined}>
            {i < step ? (
              <button type="button" onClick={() => onStep(i as Step)}>
                <span className="dot">
                  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <path
                      d="M3 8.500l3.500 3.500L13 5"
                      stroke="currentColor"
                      strokeWidth="2.4"
                      fill="none"
                      strokeLinecap="round"
                      strokeLinejoin="round"
                    />
                  </svg>
                </span>
                {name}
                <span className="visually-hidden">, modifier</span>
              </button>
            ) : (
              <>
                <span className="dot">{i + 1}</span>
                {name}
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
