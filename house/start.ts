import { buildWeb } from './web-build.ts'

/** Builds what a server serves ahead of its start, for machines where the server may not write. */
export async function build(): Promise<number> {
  await buildWeb()
  return 0
}

/** From here on, the server handles signals and ends the process. */
export async function start(): Promise<number> {
  await buildWeb()
  await import('../server/src/main.ts')
  return 0
}
