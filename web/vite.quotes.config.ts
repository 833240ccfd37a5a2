import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mapInOneBuild } from './mapInOneBuild.ts'
import { pageApart, schemasWithoutDocuments } from './vite.config.ts'

// The public quote form has its own build, like the operator's page, so that a visitor loads no back-office code.
export default defineConfig({
  plugins: [react(), mapInOneBuild(), schemasWithoutDocuments()],
  ...pageApart('demande'),
})
