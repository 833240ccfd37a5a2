import type { Contract } from '@bordee/core/contracts/contract.ts'
import { listedOccupant, type Occupant } from '@bordee/core/occupants/occupant.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { siteLine } from '../contracts/addresses.ts'
import { OccupantLines } from '../occupants/OccupantLines.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { Form, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmptyState, LoadingPage, PageHeader } from '../ui/states.tsx'
import { OpenContract } from './OpenContract.tsx'
import classes from './portal.module.css'
import { useContractFile } from './useContractFile.ts'
import { useCompany } from './useOpenCompany.ts'

const schema = z.object({ occupants: z.array(listedOccupant) })
const failed = 'Erreur lors de la modification des occupants'

// client/contracts/:contractId/occupants, where signing leads: who is alerted before a visit
// (docs/product/portal.md).
export const PortalOccupantsScreen = () => (
  <OpenContract>
    {(contract) =>
      contract.isAlertsActive && contract.siteId ? <AtSite contract={contract} siteId={contract.siteId} /> : <NobodyToWarn {...contract} />
    }
  </OpenContract>
)

function AtSite({ contract, siteId }: { contract: Contract; siteId: string }) {
  const occupants = useCall(occupantCalls.listOccupants, { siteId })
  const company = useCompany(contract.companyId)
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Occupants à aviser"
        description={siteLine(contract)}
        onBack={() => void navigate({ to: '/client/contracts/$contractId', params: { contractId: contract.id } })}
      />
      {isJustSigned(contract) && <Signed contract={contract} />}
      {occupants.data && company ? (
        <List siteId={siteId} known={occupants.data} most={company.alertConfig.maxClientOccupants} companyName={contract.companyName} />
      ) : occupants.isLoadingError ? (
        <BrokenPart onRetry={() => void occupants.refetch()} />
      ) : (
        <LoadingPage />
      )}
    </>
  )
}

const justNow = 3_600_000
/** Who comes from the signature; who comes back weeks later was told. */
const isJustSigned = ({ signedAt, signedOnPaper }: Contract) =>
  signedAt !== null && !signedOnPaper && Date.now() - Date.parse(signedAt) < justNow

/** The signed PDF is available at once. */
function Signed({ contract }: { contract: Contract }) {
  const file = useContractFile(contract)
  return (
    <Alert color="spruce" icon={<IconCircleCheck />} title={`Le contrat ${contract.contractNumber} est signé`} mb="lg">
      <Text mb="sm">Une copie vous est envoyée par courriel, avec son certificat de signature.</Text>
      <Button variant="default" leftSection={<IconDownload size={20} />} loading={file.isPending} onClick={() => void file.keep()}>
        Télécharger le contrat signé
      </Button>
    </Alert>
  )
}

const listed = ({ id, firstName, lastName, phone, alertMethod, quietHours, callsAnytime }: Occupant) => ({
  id,
  firstName,
  lastName,
  phone,
  alertMethod,
  quietHours,
  callsAnytime: callsAnytime !== null,
})

interface ListProps {
  siteId: string
  known: Occupant[]
  /** How many occupants the company lets a client register. Those the company registered itself don't have to go. */
  most: number
  companyName: string
}

function List({ siteId, known, most, companyName }: ListProps) {
  const navigate = useNavigate()
  const form = useForm(schema, { defaultValues: { occupants: known.map(listed) } })
  const replace = useAction(occupantCalls.replaceOccupants, { done: 'Modifications enregistrées avec succès', failed })
  /** Names those that were removed: the others that the office added meanwhile stay. */
  const save = ({ occupants }: z.output<typeof schema>) => {
    const left = new Set(occupants.map(({ id }) => id))
    const removedOccupantIds = known.map(({ id }) => id).filter((id) => !left.has(id))
    return replace.mutateAsync({ siteId, occupants, removedOccupantIds })
  }
  const saveAndLeave = async (values: z.output<typeof schema>) => {
    await save(values)
    await navigate({ to: '/client/contracts', ignoreBlocker: true })
  }
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  return (
    <Form form={form} onSubmit={(values) => saveAndLeave(values).catch(() => undefined)} problem={replace.error} aria-label="Occupants">
      <Stack gap="lg" className={`${classes.answer} bordee-card`}>
        <Text>
          Quand {companyName} annonce un passage, ces personnes reçoivent un texto ou un appel. Vous pouvez inscrire{' '}
          {count(most, 'occupant')} au plus.
        </Text>
        <OccupantLines most={Math.max(most, known.length)} />
        <Group>
          <SubmitButton busy={replace.isPending}>Enregistrer</SubmitButton>
          <LinkButton to="/client/contracts" variant="subtle">
            Plus tard
          </LinkButton>
        </Group>
      </Stack>
      {prompt}
    </Form>
  )
}

function NobodyToWarn({ id, companyName }: Contract) {
  return (
    <EmptyState
      page
      icon={<IconUsers />}
      title="Aucune alerte à cet endroit"
      description={`${companyName} n’avise pas les occupants pour ce contrat.`}
      action={
        <LinkButton to={`/client/contracts/${id}`} variant="default">
          Retour au contrat
        </LinkButton>
      }
    />
  )
}
