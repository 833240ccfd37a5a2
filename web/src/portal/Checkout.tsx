import type { Contract } from '@bordee/core/contracts/contract.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { Stack, Text, Title } from '@mantine/core'
import { CompanyContact } from './CompanyContact.tsx'
import classes from './portal.module.css'

type Payee = Pick<Contract, 'companyName' | 'companyPhone' | 'companyEmail' | 'paymentMethods'>

/** The place of the checkout. Until cards are taken here it says what is to be paid, and with whom. */
export function Checkout({ contract, instalment }: { contract: Payee; instalment: { amountLeft: number } }) {
  return (
    <Stack>
      <Text size="lg">{`Versement à payer\u00a0: ${formatMoney(instalment.amountLeft)}`}</Text>
      <PayTheCompany {...contract} />
    </Stack>
  )
}

export function PayTheCompany({ companyName, companyPhone, companyEmail, paymentMethods }: Payee) {
  // A card is paid with online only.
  const methods = paymentMethods.filter((method) => method !== 'credit_card').map((method) => paymentMethodNames[method])
  return (
    <section className={`${classes.answer} bordee-card`} aria-label="Comment payer">
      <Title order={2} mb="xs">
        Le paiement se fait auprès de {companyName}
      </Title>
      <Text>Le paiement en ligne n’est pas offert pour ce contrat. Joignez la compagnie pour payer vos versements.</Text>
      {methods.length > 0 && <Text>{`Modes acceptés\u00a0: ${methods.join(', ')}.`}</Text>}
      <CompanyContact phone={companyPhone} email={companyEmail} />
    </section>
  )
}
