import { buildWeb } from './web-build.ts'

/** What a server serves, made ahead of its start: where it may not write itself. */
export async function build(): Promise<number> {
  await buildWeb()
  return 0
}

/** From here on the server listens for signals itself and ends the process. */
export async function start(): Promise<number> {
  await buildWeb()
  await import('../server/src/main.ts')
  return 0
}
