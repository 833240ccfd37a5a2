import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatInstant, homeZone } from '@bordee/core/time.ts'
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
      title="Vérifier un contrat"
      lead={<>Déposez le PDF d’un contrat signé&nbsp;: nous vous disons s’il est resté tel quel. Le fichier n’est pas conservé.</>}
      wide
    >
      <Stack>
        <FileDrop
          label="Fichier PDF"
          invitation="Glissez le contrat ici, ou cliquez pour le choisir"
          icon={<IconFileTypePdf size={34} stroke={1.5} />}
          accept={{ 'application/pdf': ['.pdf'] }}
          files={[]}
          onChange={(files) => files.length && verify.mutate({ files })}
          maxCount={1}
          maxMegabytes={10}
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
}

function Verdict({ known, contractNumber, companyName, signedAt }: Found) {
  if (!known)
    return (
      <Alert color="amber" icon={<IconAlertTriangle />} title="Fichier inconnu" role="status">
        Ce fichier n’est pas un contrat signé avec Bordée, ou il a été modifié depuis sa signature.
      </Alert>
    )
  return (
    <Alert color="spruce" icon={<IconRosetteDiscountCheck />} title="Contrat authentique" role="status">
      {`C’est le contrat ${contractNumber} de ${companyName}, tel qu’il a été signé le ${formatInstant(signedAt, homeZone)}. ` +
        'Rien n’y a changé.'}
    </Alert>
  )
}
