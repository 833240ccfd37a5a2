import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { newContract } from './contracts.ts'
import type { Caller, People, TestServer } from './server.ts'

let count = 0
const newEmail = () => `signataire${++count}@exemple.ca`

/** A client of the company, through a folder with their e-mail address. */
export async function signedInClient(
  server: TestServer,
  { companyId }: Pick<People, 'companyId'>,
  email = newEmail(),
): Promise<{ email: string; client: Caller }> {
  await server.newAccount(email, { companyId, role: 'client' })
  return { email, client: await server.signIn(email) }
}

/** A contract that its client may sign, and that client. */
export async function sentContract(server: TestServer, people: People, contract: object = {}) {
  const { email, client } = await signedInClient(server, people)
  const made = await newContract(people.owner, { email, ...contract })
  await people.owner(contractCalls.setContractStatuses, { contractIds: [made.id], status: 'sent' })
  return { id: made.id, contract: made, client, email }
}

export const historyOf = async (owner: Caller, contractId: string) =>
  (await owner(contractCalls.listContractHistory, { contractId })).map(({ event, status }) => `${event} → ${status}`).toReversed()
