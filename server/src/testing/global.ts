import type { TestProject } from 'vitest/node'
import { scratchRoot } from '../../../house/scratch.ts'
import { openTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    postgresLog: string
  }
}

/** One cluster for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster(scratchRoot())
  project.provide('ownerUrl', cluster.ownerUrl)
  project.provide('postgresLog', cluster.log)
  return cluster.close
}
