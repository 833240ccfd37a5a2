import { invalid, notFound } from '@bordee/core/problem.ts'
import type { Network, Policy, provisioningCalls } from '@bordee/core/provisioning/provisioning.calls.ts'
import { audit } from '../engine/audit.ts'
import type { Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

const networkJson = sql`json_build_object('id', n.id, 'ssid', n.ssid, 'security', n.security, 'autoConnect', n.auto_connect)`

const policies = sql<{ json: Policy }>`
  select p.id, json_build_object('id', p.id, 'name', p.name, 'networks', coalesce(
    (select json_agg(${networkJson} order by n.ssid) from policy_networks n where n.policy_id = p.id), '[]')) as json
  from policies p`

export const provisioningHandlers: Handlers<typeof provisioningCalls> = {
  listPolicies: ({ tx }) => tx.jsonList(sql<{ json: Policy }>`${policies} order by p.name`),

  async getPolicy({ tx }, { id }) {
    const found = await tx.jsonOne(sql<{ json: Policy }>`${policies} where p.id = ${id}`)
    if (!found) throw notFound('Profil')
    return found
  },

  async createPolicy({ tx }, { name }) {
    const [made] = await tx.sql<{ id: string }>`insert into policies (name) values (${name}) on conflict (name) do nothing returning id`
    if (!made) throw invalid({ policy: { name: 'Ce nom est déjà utilisé.' } })
    return { id: made.id, name, networks: [] }
  },

  async deletePolicy(ctx, { id }) {
    const [gone] = await ctx.tx.sql<{ name: string }>`delete from policies where id = ${id} returning name`
    if (!gone) throw notFound('Profil')
    await audit(ctx, 'policy-deleted', { name: gone.name })
    return null
  },

  async addNetwork({ tx, secrets }, { policyId, ssid, passphrase }) {
    const [known] = await tx.sql`select from policies where id = ${policyId} for update`
    if (!known) throw notFound('Profil')
    const sealed = passphrase ? secrets.seal('wifi', passphrase) : null
    const [added] = await tx.sql<Network>`
      insert into policy_networks (policy_id, ssid, sealed_passphrase, security)
      values (${policyId}, ${ssid}, ${sealed}, ${sealed ? 'wpa2' : 'none'})
      on conflict (policy_id, ssid) do nothing
      returning id, ssid, security, auto_connect as "autoConnect"`
    if (!added) throw invalid({ network: { ssid: 'Ce réseau est déjà dans le profil.' } })
    return added
  },

  async deleteNetwork({ tx }, { policyId, networkId }) {
    const gone = await tx.sql`delete from policy_networks where id = ${networkId} and policy_id = ${policyId} returning id`
    if (gone.length === 0) throw notFound('Réseau')
    return null
  },
}
