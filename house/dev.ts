import { run } from './child.mjs'
import { say } from './say.mjs'

/** Runs the server, restarted when its files change, beside Vite's dev server. When one stops, so does the other. */
export async function dev(): Promise<number> {
  const port = process.env.PORT ?? '3000'
  say(`API sur http://localhost:${port} ; application avec rechargement à chaud sur l’adresse que Vite affiche.`)
  const node = process.execPath
  const server = run(node, ['--watch', '--watch-preserve-output', 'server/src/main.ts'])
  const web = run(node, ['../node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { cwd: 'web' })
  const first = Promise.race([server, web])
  // If either ends on its own, the other gets what Ctrl+C would send.
  void first.then(() => process.kill(process.pid, 'SIGINT')).catch(() => {})
  const codes = await Promise.allSettled([server, web])
  const failed = codes.find((ended) => ended.status === 'rejected')
  if (failed) throw failed.reason
  return first
}
