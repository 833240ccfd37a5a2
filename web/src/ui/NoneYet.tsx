import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Under a choice that offers nothing: leads to the form that creates the first one, in a new tab to keep this form open. */
export function NoneYet({ none, create, to }: { none: string; create: string; to: string }) {
  return (
    <>
      {none} pour l’instant.{' '}
      <Anchor component={Link} to={to} target="_blank" size="xs">
        {create} (nouvel onglet)
      </Anchor>
    </>
  )
}
