import { notify, tell } from './tell.ts'

const blocked = 'Votre navigateur a bloqué la fenêtre. Autorisez les fenêtres contextuelles pour ce site, puis réessayez.'

/**
 * Shows a file in a new tab. Call it in the click itself: the tab is opened at once, empty, because browsers refuse a tab
 * that opens after a wait. Answers whether the file was shown.
 */
export async function openFile(load: () => Promise<Blob>, failure = 'Impossible d’ouvrir le fichier.'): Promise<boolean> {
  const tab = window.open('', '_blank')
  if (!tab) {
    notify('warning', blocked)
    return false
  }
  tab.document.title = 'Préparation…'
  tab.document.body.textContent = 'Préparation du document…'
  try {
    const url = URL.createObjectURL(await load())
    tab.location.href = url
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return true
  } catch (error) {
    tab.close()
    tell(error, failure)
    return false
  }
}
