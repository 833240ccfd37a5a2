import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'

/** The statuses a client can filter by. They never see drafts, and nobody looks for canceled contracts. */
const { draft: _draft, canceled: _canceled, ...choices } = contractStatusNames
export const statusChoices: Record<string, string> = choices
