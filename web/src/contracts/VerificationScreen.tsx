import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { FoundEvidence } from '@bordee/core/evidence/evidence-file.ts'
import { formatDate, formatInstant, homeZone } from '@bordee/core/time.ts'
import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle, IconFileTypePdf, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { PublishedSeals } from '../records/PublishedSeals.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'

// /verification: anyone can check that a PDF is, byte for byte, the one signed here.
export function VerificationScreen() {
  const verify = useAction(contractCalls.verifyContract, { failed: 'Impossible de vérifier ce fichier.' })
  return (
    <PublicCard
      title="Vérifier un contrat ou un dossier de preuve"
      lead={<>Déposez le fichier&nbsp;: nous vous disons s’il est resté tel quel. Il n’est pas conservé.</>}
      wide
    >
      <Stack>
        <FileDrop
          label="Fichier PDF ou zip"
          invitation="Glissez le fichier ici, ou cliquez pour le choisir"
          icon={<IconFileTypePdf size={34} stroke={1.5} />}
          accept={{ 'application/pdf': ['.pdf'], 'application/zip': ['.zip'] }}
          files={[]}
          onChange={(files) => files.length && verify.mutate({ files })}
          maxCount={1}
          maxMegabytes={20}
          busy={verify.isPending}
        />
        {verify.data && <Verdict {...verify.data} />}
        <PublishedSeals />
      </Stack>
    </PublicCard>
  )
}

interface Found {
  known: boolean
  contractNumber: string | null
  companyName: string | null
  signedAt: string | null
  evidence: FoundEvidence | null
}

function Verdict({ known, contractNumber, companyName, signedAt, evidence }: Found) {
  if (evidence) return <DossierVerdict {...evidence} />
  if (!known)
    return (
      <Alert color="amber" icon={<IconAlertTriangle />} title="Fichier inconnu" role="status">
        Ce fichier n’est ni un contrat signé ni un dossier de preuve produit avec Bordée, ou il a été modifié depuis.
      </Alert>
    )
  return (
    <Alert color="spruce" icon={<IconRosetteDiscountCheck />} title="Contrat authentique" role="status">
      {`C’est le contrat ${contractNumber} de ${companyName}, tel qu’il a été signé le ${formatInstant(signedAt, homeZone)}. ` +
        'Rien n’y a changé.'}
    </Alert>
  )
}

function DossierVerdict({ isSame, companyName, producedAt, from, to }: FoundEvidence) {
  const period = `du ${formatDate(from)} au ${formatDate(to)}`
  const what = `le dossier de preuve de ${companyName}, ${period}, produit le ${formatInstant(producedAt, homeZone)}`
  return isSame ? (
    <Alert color="spruce" icon={<IconRosetteDiscountCheck />} title="Dossier authentique" role="status">
      {`C’est ${what}. Rien n’y a changé.`}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle />} title="Dossier modifié" role="status">
      {`Ce fichier se présente comme ${what}, mais au moins un octet a changé depuis. Demandez l’original à la compagnie.`}
    </Alert>
  )
}
