import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { highestCap, type Lot, lotFields, monthlyCap, shortestLife } from '@bordee/core/bank/bank.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { addDays, formatDate, todayIn } from '@bordee/core/time.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { ask } from '../ui/dialogs.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { MoneyField, NumberField } from '../ui/form/numbers.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'
import { PartTitle } from '../ui/words.tsx'
import classes from './bank.module.css'

/** A company's bank of alerts, for platform staff: its lots, and what may be billed once it is empty. */
export function BankPanel({ company: { id: companyId, timeZone } }: { company: Pick<Company, 'id' | 'timeZone'> }) {
  const total = useCall(bankCalls.getCompanyBankTotal, { companyId })
  const lots = useCall(bankCalls.listLots, { companyId })
  const billing = useCall(bankCalls.getCompanyBilling, { companyId })
  const hasFailed = [total, lots, billing].some(({ isLoadingError }) => isLoadingError)
  const open = (title: string, form: (done: () => void) => React.ReactNode) =>
    void ask<boolean>(title, false, (answer) => form(() => answer(true)))
  return (
    <Stack gap="xs">
      <PartTitle>Banque d’alertes</PartTitle>
      {hasFailed && <BrokenPart />}
      {total.data ? (
        <Text size="sm">
          <strong>{count(total.data.amount, 'alerte')}</strong>
          {total.data.expiredAmount > 0 && `, ${formatNumber(total.data.expiredAmount)} expirées`}
        </Text>
      ) : (
        !hasFailed && <Skeleton height={18} width={160} />
      )}
      {lots.data && <Lots lots={lots.data} />}
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          onClick={() => open('Ajouter un lot', (done) => <LotForm companyId={companyId} zone={timeZone} onDone={done} />)}
        >
          Ajouter un lot
        </Button>
        <WhyButton
          variant="default"
          size="sm"
          why={!total.data && 'Pas encore chargé.'}
          onClick={() =>
            open('Corriger la banque', (done) => <Correction companyId={companyId} amount={total.data?.amount ?? 0} onDone={done} />)
          }
        >
          Corriger
        </WhyButton>
      </Group>
      {billing.data ? (
        <Text size="sm" mt="xs">
          Facturé ce mois-ci&nbsp;: <strong>{formatMoney(billing.data.billedThisMonth)}</strong>, sur un plafond de{' '}
          {formatMoney(billing.data.monthlyCap)}
        </Text>
      ) : (
        !hasFailed && <Skeleton height={18} />
      )}
      <Group gap="xs">
        <WhyButton
          variant="default"
          size="sm"
          why={!billing.data && 'Pas encore chargé.'}
          onClick={() => open('Plafond mensuel', (done) => <Cap companyId={companyId} cap={billing.data?.monthlyCap ?? 0} onDone={done} />)}
        >
          Changer le plafond
        </WhyButton>
      </Group>
    </Stack>
  )
}

function Lots({ lots }: { lots: Lot[] }) {
  const left = lots.filter(({ remaining }) => remaining > 0)
  if (left.length === 0) return null
  return (
    <ul className={classes.lots} aria-label="Lots">
      {left.map(({ id, remaining, amount, expiresAt }) => (
        <li key={id}>
          <span className="bordee-figures">
            {formatNumber(remaining)} sur {formatNumber(amount)}
          </span>
          <small>{expiresAt ? `expire le ${formatDate(expiresAt)}` : 'sans expiration'}</small>
        </li>
      ))}
    </ul>
  )
}

const lotSchema = lotFields.extend({ expiresAt: z.iso.date().nullable() })

function LotForm({ companyId, zone, onDone }: { companyId: string; zone: string; onDone: () => void }) {
  const form = useForm(lotSchema, { defaultValues: { amount: 500, expiresAt: null } })
  const at = fieldsOf(form)
  const add = useAction(bankCalls.addLot, { done: 'Lot ajouté', failed: 'Impossible d’ajouter le lot.', after: onDone })
  const earliest = addDays(todayIn(zone, new Date()), shortestLife)
  return (
    <Form
      form={form}
      onSubmit={(transaction) => add.mutateAsync({ companyId, transaction }).catch(() => undefined)}
      problem={add.error}
      under="transaction"
      aria-label="Lot d’alertes"
    >
      <Stack>
        <NumberField name={at('amount')} label="Nombre d’alertes" min={1} required />
        <DateField name={at('expiresAt')} label="Expire le" min={earliest} clearable description={'Vide\u00a0: n’expire pas.'} />
        <SubmitButton busy={add.isPending}>Ajouter</SubmitButton>
      </Stack>
    </Form>
  )
}

const correctionSchema = z.object({ amount: z.int('Ce champ est requis.').min(0) })

function Correction({ companyId, amount, onDone }: { companyId: string; amount: number; onDone: () => void }) {
  const form = useForm(correctionSchema, { defaultValues: { amount } })
  const at = fieldsOf(form)
  const adjust = useAction(bankCalls.adjustBank, {
    done: 'Banque corrigée',
    failed: 'Impossible de corriger le montant de la banque d’alertes',
    after: onDone,
  })
  return (
    <Form
      form={form}
      onSubmit={(sent) => adjust.mutateAsync({ companyId, ...sent }).catch(() => undefined)}
      problem={adjust.error}
      aria-label="Correction de la banque"
    >
      <Stack>
        <NumberField
          name={at('amount')}
          label="Total juste"
          min={0}
          required
          description={`La banque en compte maintenant ${formatNumber(amount)}.`}
        />
        <SubmitButton whenDirty busy={adjust.isPending}>
          Corriger
        </SubmitButton>
      </Stack>
    </Form>
  )
}

const capSchema = z.object({ monthlyCap })

function Cap({ companyId, cap, onDone }: { companyId: string; cap: Cents; onDone: () => void }) {
  const form = useForm(capSchema, { defaultValues: { monthlyCap: cap } })
  const at = fieldsOf(form)
  const change = useAction(bankCalls.setMonthlyCap, { done: 'Plafond changé', failed: 'Impossible de changer le plafond.', after: onDone })
  return (
    <Form
      form={form}
      onSubmit={(sent) => change.mutateAsync({ companyId, ...sent }).catch(() => undefined)}
      problem={change.error}
      under="input"
      aria-label="Plafond mensuel"
    >
      <Stack>
        <MoneyField
          name={at('monthlyCap')}
          label="Plafond par mois"
          min={0}
          max={highestCap}
          required
          description="Ce que la banque ne couvre pas est facturé jusqu’à ce montant, si la compagnie a une carte."
        />
        <SubmitButton whenDirty busy={change.isPending}>
          Enregistrer
        </SubmitButton>
      </Stack>
    </Form>
  )
}
