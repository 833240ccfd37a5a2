// The terms that a template proposes and a contract sets, as parts of either form.
import { paymentMethodNames, paymentMethods } from '@bordee/core/templates/terms.ts'
import { Checkbox, Skeleton } from '@mantine/core'
import { type FieldName, useField } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import classes from './terms.module.css'

export function MethodsField({ name }: { name: FieldName }) {
  const { value, onChange, error } = useField(name)
  return (
    <Checkbox.Group label="Modes de paiement acceptés" value={value ?? []} onChange={onChange} error={error}>
      <div className={classes.methods}>
        {paymentMethods.map((method) => (
          <Checkbox key={method} value={method} label={paymentMethodNames[method]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

export const NsfFeeField = ({ name }: { name: FieldName }) => (
  <MoneyField name={name} label="Frais de chèque sans provision" description="Facultatif. Sans ce montant, rien n’est demandé." />
)

const editorToCome = () => <Skeleton height={220} radius={10} />
export const ClausesField = lazyComponent(async () => (await import('../ui/RichText.tsx')).RichTextField, editorToCome)
