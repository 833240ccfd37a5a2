import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { schemasWithoutDocuments } from './vite.config.ts'

// The public form of quote requests is built apart, as the operator's page is: whoever asks for a price fetches nothing of the office.
export default defineConfig({
  plugins: [react(), schemasWithoutDocuments()],
  worker: { format: 'es' },
  publicDir: false,
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    emptyOutDir: false,
    assetsDir: 'demande/assets',
    rolldownOptions: { input: 'demande/index.html' },
  },
})
