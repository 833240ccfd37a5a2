import { notify, notifyFailure } from './notify.ts'

const blocked = 'Votre navigateur a bloqué la fenêtre. Autorisez les fenêtres contextuelles pour ce site, puis réessayez.'

/**
 * Shows a file in a new tab. Call it in the click handler itself: it opens an empty tab at once, because browsers
 * block a tab that opens after a wait. Returns whether the file was shown.
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
    notifyFailure(error, failure)
    return false
  }
}
