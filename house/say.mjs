/** Prints a line for the person running the command. @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** @param {string} text */
export function complain(text) {
  process.stderr.write(`${text}\n`)
}

/** An expected failure: its message is a full sentence for the terminal, shown without a stack. */
export class Failure extends Error {}
