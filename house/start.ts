import { buildWeb } from './web-build.ts'

/** From here on the server listens for signals itself and ends the process. */
export async function start(): Promise<number> {
  await buildWeb()
  await import('../server/src/main.ts')
  return 0
}
