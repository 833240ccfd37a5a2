import type { Company } from '@bordee/core/companies/company.ts'
import type { Point } from '@bordee/core/geo.ts'
import { quoteSector } from '@bordee/core/quotes/quote-request.ts'
import { count } from '@bordee/core/text.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod'
import { useMe } from '../session.tsx'
import { Form, fieldsOf, useField } from '../ui/form/Form.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { formatSquareKm } from '../ui/map/area.ts'
import { PageHeader } from '../ui/states.tsx'
import { Refusal } from '../ui/words.tsx'
import { QuotesOnly } from './QuotesTabs.tsx'
import { useSitesIn } from './quoteSector.ts'
import classes from './quotes.module.css'
import { useSaveQuoteConfig } from './useSaveQuoteConfig.ts'

const QuoteSectorMap = lazyComponent(
  async () => (await import('./QuoteSectorMap.tsx')).QuoteSectorMap,
  () => <Skeleton height="100%" radius={12} />,
)

/** An empty polygon means no sector. */
const schema = z.object({ polygon: z.union([z.tuple([]), quoteSector]) })
type Values = z.output<typeof schema>
type Config = NonNullable<Company['quoteConfig']>

// quotes/sector/edit: draws the area the company serves.
export function EditQuoteSectorScreen() {
  const { company } = useMe()
  return <QuotesOnly>{company?.quoteConfig && <Editor config={company.quoteConfig} />}</QuotesOnly>
}

function Editor({ config }: { config: Config }) {
  const navigate = useNavigate()
  const { save, error } = useSaveQuoteConfig('Impossible de modifier le secteur.')
  const { form, onSubmit, prompt } = useEditing(schema, config, {
    valuesOf: ({ polygon: drawn }): Values => ({ polygon: drawn ?? [] }),
    asInput: ({ polygon: drawn }) => ({ polygon: drawn.length > 0 ? drawn : null }),
    save,
  })
  return (
    <>
      <PageHeader
        title="Modifier le secteur"
        description="Toute demande d’une adresse qui s’y trouve vous parvient."
        onBack={() => void navigate({ to: '/dashboard/quotes/sector/view' })}
      />
      <Form form={form} onSubmit={onSubmit} problem={error} under="input" aria-label="Secteur">
        <Stack>
          <Drawn />
          <SaveBar>Enregistrer</SaveBar>
        </Stack>
      </Form>
      {prompt}
    </>
  )
}

/** While drawing, shows the area's size and how many of the company's sites are inside. */
function Drawn() {
  const { value, onChange, error } = useField(fieldsOf<Values>()('polygon')) as {
    value: Point[]
    onChange: (points: readonly Point[]) => void
    error: string | undefined
  }
  const { inside } = useSitesIn(value)
  return (
    <>
      <Text size="sm" role="status">
        {value.length > 2 ? (
          <>
            <strong className="bordee-figures">{formatSquareKm(value)}</strong>
            {inside !== undefined && <>, {count(inside, 'point')} de service</>}
          </>
        ) : (
          'Sans secteur, seules les demandes faites sur votre propre site vous parviennent.'
        )}
      </Text>
      {error && <Refusal>{error}</Refusal>}
      <div className={classes.drawing}>
        <QuoteSectorMap polygon={value} onChange={onChange} />
      </div>
    </>
  )
}
