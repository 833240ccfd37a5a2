import { IconTools } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { EmptyState, PageHeader } from '../ui/states.tsx'

/** A section whose screens are not built yet: it says so plainly. */
export function SoonScreen() {
  const title = useMatches().at(-1)?.staticData.title ?? ''
  return (
    <>
      <PageHeader title={title} />
      <div className="bordee-card">
        <EmptyState
          icon={<IconTools />}
          title="Cette section est en construction"
          description="Elle ouvrira dans une prochaine version de Bordée."
        />
      </div>
    </>
  )
}
