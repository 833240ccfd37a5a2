// What a test opens is closed when it has finished; what its file opens, after the last test. Files share a process, and a server
// that was left open would go on polling its queues.
import { onTestFinished, TestRunner } from 'vitest'

type Close = () => unknown
const ofFile: Close[] = []

export function closeAfterwards(close: Close) {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()))
  else ofFile.push(close)
}

/** In the opposite order. */
export async function closeFile() {
  for (const close of ofFile.splice(0).reverse()) await close()
}
