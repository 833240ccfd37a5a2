import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractLife, isSigned } from '@bordee/core/contracts/contract-life.ts'
import { isOver } from '@bordee/core/contracts/leaving-draft.ts'
import { formatDate, formatInstant, todayIn } from '@bordee/core/time.ts'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCash, IconDownload, IconPrinter, IconUsers, IconWritingSign } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ContractUsage } from '../season/ContractUsage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazyComponent, useEver } from '../ui/lazyComponent.tsx'
import { PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import { ClientStatus } from './ClientStatus.tsx'
import { ContractPaper } from './ContractPaper.tsx'
import { OpenContract } from './OpenContract.tsx'
import { PayButton } from './PayButton.tsx'
import classes from './portal.module.css'
import { SignForm } from './SignForm.tsx'
import { useContractFile } from './useContractFile.ts'
import { useCompany } from './useOpenCompany.ts'

const DeclineDialog = lazyComponent(async () => (await import('./DeclineDialog.tsx')).DeclineDialog)

// client/contracts/:contractId: read, then sign or decline (docs/product/portal.md).
export const PortalContractScreen = () => <OpenContract>{(contract) => <Reading key={contract.id} contract={contract} />}</OpenContract>

/**
 * Keeps showing the version the client opened. If the contract changes, they must read the new version before they can
 * answer, so that they sign only what they have read.
 */
function Reading({ contract: newest }: { contract: Contract }) {
  const [read, setRead] = useState(newest)
  const hasChanged = newest.version !== read.version
  const contract = hasChanged ? read : newest
  const navigate = useNavigate()
  const file = useContractFile(contract)
  const paper = useRef<HTMLDivElement>(null)
  const isAwaited = contractLife.after(contract.status, 'accept') !== undefined
  const readAgain = () => {
    setRead(newest)
    window.scrollTo({ top: 0 })
    paper.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <PageHeader
        title={`Contrat ${contract.contractNumber}`}
        description={<ClientStatus status={contract.status} />}
        onBack={() => void navigate({ to: '/client/contracts' })}
        actions={
          <>
            {isAwaited && !hasChanged && (
              <Button component="a" href="#reponse" leftSection={<IconWritingSign size={20} />}>
                Aller à la signature
              </Button>
            )}
            <Button variant="default" leftSection={<IconPrinter size={20} />} loading={file.isPending} onClick={() => void file.print()}>
              Imprimer
            </Button>
          </>
        }
      />
      {hasChanged && (
        <Alert className={classes.changed} color="amber" icon={<IconAlertTriangle />} title="Ce contrat vient de changer" role="alert">
          <Text mb="sm">Il a été modifié depuis que vous l’avez ouvert. Relisez-le avant de répondre.</Text>
          <Button onClick={readAgain}>Relire le contrat</Button>
        </Alert>
      )}
      <Stack gap="lg">
        {!isAwaited && (
          <section className={`${classes.answer} bordee-card`} aria-label="Votre réponse">
            <Answered contract={contract} />
          </section>
        )}
        {isSigned(contract.status) && contract.ceiling !== null && (
          <div className={`${classes.answer} bordee-card`}>
            <ContractUsage contractId={contract.id} level={2} />
          </div>
        )}
        <div ref={paper} tabIndex={-1} className={classes.read}>
          <ContractPaper contract={contract} />
        </div>
        {isAwaited && (
          <section id="reponse" className={`${classes.answer} bordee-card`} aria-label="Votre réponse">
            {hasChanged ? <Text>Relisez le contrat avant de répondre.</Text> : <Answer key={read.version} contract={contract} />}
          </section>
        )}
      </Stack>
    </>
  )
}

/** Sign or decline, while the company takes answers online and the season isn't over. */
function Answer({ contract }: { contract: Contract }) {
  const company = useCompany(contract.companyId)
  const today = todayIn(useZone(), new Date())
  const [isDeclining, setDeclining] = useState(false)
  const hasDeclined = useEver(isDeclining)
  if (company && !company.contractConfig.isActive)
    return <Text>{contract.companyName} ne reçoit plus de réponses en ligne. Joignez la compagnie directement.</Text>
  return (
    <Stack gap="lg">
      {isOver(contract.endAt, today) ? (
        <Text>{`Ce contrat est terminé depuis le ${formatDate(contract.endAt)}\u00a0: il ne peut plus être signé.`}</Text>
      ) : (
        <SignForm contract={contract} />
      )}
      <Button variant="subtle" color="red" onClick={() => setDeclining(true)}>
        Refuser ce contrat
      </Button>
      {hasDeclined && <DeclineDialog contract={contract} opened={isDeclining} onClose={() => setDeclining(false)} />}
    </Stack>
  )
}

/** The client's answer, and what they can do next. */
function Answered({ contract }: { contract: Contract }) {
  const { id, status, signedAt, signedOnPaper, declineReason, isAlertsActive, siteId } = contract
  const zone = useZone()
  const file = useContractFile(contract)
  if (status === 'declined')
    return (
      <Text>{declineReason ? `Vous avez refusé ce contrat\u00a0: «\u00a0${declineReason}\u00a0».` : 'Vous avez refusé ce contrat.'}</Text>
    )
  if (!isSigned(status)) return <Text>Ce contrat est archivé.</Text>
  return (
    <Stack>
      <Text fw={600}>{signedOnPaper ? 'Ce contrat est signé.' : `Vous avez signé ce contrat le ${formatInstant(signedAt, zone)}.`}</Text>
      <PayButton contract={contract} />
      <Button variant="default" leftSection={<IconDownload size={20} />} loading={file.isPending} onClick={() => void file.keep()}>
        {signedOnPaper ? 'Télécharger le contrat' : 'Télécharger le contrat signé'}
      </Button>
      <LinkButton to={`/client/contracts/${id}/payment`} variant="default" leftSection={<IconCash size={20} />}>
        Voir les versements
      </LinkButton>
      {isAlertsActive && siteId && (
        <LinkButton to={`/client/contracts/${id}/occupants`} variant="default" leftSection={<IconUsers size={20} />}>
          Occupants à aviser
        </LinkButton>
      )}
    </Stack>
  )
}
