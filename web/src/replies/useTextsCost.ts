import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { paymentText } from '../alerts/sendWords.ts'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useMe } from '../session.tsx'

/** What so many texts take from the bank or cost; empty until it is known. */
export function useTextsCost(texts: number): string {
  const { company } = useMe()
  const seesBank = useCan()(bankCalls.getBankTotal)
  const bank = useCall(bankCalls.getBankTotal, seesBank ? {} : 'not yet', { what: null })
  if (!company || texts === 0 || (seesBank && !bank.data)) return ''
  return `Coût\u00a0: ${paymentText({ told: texts, amount: texts * alertPriceOf(company), bankAmount: bank.data?.amount ?? null })}`
}
