import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'

/** What a client chooses among: a draft is not his to see, and what was canceled is not looked for. */
const { draft: _draft, canceled: _canceled, ...choices } = contractStatusNames
export const statusChoices: Record<string, string> = choices
