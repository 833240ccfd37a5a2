import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ContractsTabs } from '../contracts/ContractsTabs.tsx'
import { ask } from '../ui/dialogs.tsx'
import { ChequeForm } from './ChequeForm.tsx'

const views = [
  { value: '/dashboard/contracts/cheques', label: 'Registre' },
  { value: '/dashboard/contracts/cheques/calendar', label: 'Calendrier' },
  { value: '/dashboard/contracts/cheques/deposits', label: 'Dépôts' },
]

export const recordCheque = () => ask('Inscrire un chèque', null, (close) => <ChequeForm onClose={() => close(null)} />)

/** The tab of cheques, in three views. */
export function ChequesFrame({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <ContractsTabs
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => void recordCheque()}>
          Inscrire un chèque
        </Button>
      }
    >
      <SegmentedControl
        aria-label="Vue des chèques"
        data={views}
        value={here}
        onChange={(to) => void navigate({ to })}
        mb="md"
        style={{ alignSelf: 'flex-start' }}
      />
      {children}
    </ContractsTabs>
  )
}
