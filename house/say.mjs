/** One line for whoever runs the command. @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** @param {string} text */
export function complain(text) {
  process.stderr.write(`${text}\n`)
}

/** An expected failure: the message is a whole sentence for the terminal, and no stack is shown. */
export class Failure extends Error {}
