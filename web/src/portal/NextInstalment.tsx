import type { Contract } from '@bordee/core/contracts/contract.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate, type IsoDate, todayIn } from '@bordee/core/time.ts'
import type { ReactNode } from 'react'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './portal.module.css'

type Instalment = Contract['paymentShedules'][number] // sic

interface Props {
  due: Instalment
  /** Where there are several contracts. */
  contractNumber?: string
  children: ReactNode
}

/** What to pay next, and by when. */
export function NextInstalment({ due, contractNumber, children }: Props) {
  const { amountLeft, dueDate } = due
  return (
    <section className={`${classes.due} bordee-card`} aria-label="Prochain versement">
      <div>
        <p className={classes.quiet}>Prochain versement</p>
        <p className={`${classes.owed} bordee-figures`}>{formatMoney(amountLeft)}</p>
        <p className="bordee-figures">
          le {formatDate(dueDate)}
          {contractNumber && `, contrat\u00a0${contractNumber}`}
        </p>
      </div>
      <DueStatus due={due} />
      {children}
    </section>
  )
}

export function DueStatus({ due }: { due: Instalment }) {
  const [tone, word] = standingOf(due, todayIn(useZone(), new Date()))
  return <Status tone={tone}>{word}</Status>
}

function standingOf({ amountLeft, dueDate }: Instalment, today: IsoDate): [StatusTone, string] {
  if (amountLeft === 0) return ['good', 'Payé']
  return dueDate < today ? ['attention', 'En retard'] : ['neutral', 'À venir']
}
