import { useSession } from '../session.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notifyFailure } from '../ui/notify.ts'

/** Signs out, after a confirmation. */
export function useSignOut() {
  const { signOut } = useSession()
  return async () => {
    const sure = await confirm({
      title: 'Se déconnecter?',
      message: 'Vous devrez vous connecter de nouveau pour revenir.',
      confirm: 'Se déconnecter',
    })
    if (sure) await signOut().catch((error: unknown) => notifyFailure(error, 'Impossible de vous déconnecter.'))
  }
}
