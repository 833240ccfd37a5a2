// /operateur: the page that drivers work with. It stands by itself, apart from the office's: it is light, dark, and opens without a network.
import '@fontsource-variable/figtree'
import './operator.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { report } from '../report.ts'
import { OperatorPage } from './OperatorPage.tsx'
import { Shift } from './shift.ts'

addEventListener('unhandledrejection', ({ reason }) => report(reason, 'operator'))

// Only a build has the worker, which knows the names of its files.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/operateur/sw.js', { scope: '/operateur' }).catch((error: unknown) => report(error, 'worker'))

const shift = new Shift()
void shift.begin()

const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <StrictMode>
      <OperatorPage shift={shift} />
    </StrictMode>,
  )
