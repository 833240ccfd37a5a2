import type { Account } from '@bordee/core/accounts/account.ts'
import { customerScoped } from '@bordee/core/accounts/granting.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { actingRole, among, dispatches, isPlatform, mayBeDispatcher, type Role } from '@bordee/core/roles.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { MultiSelectField, SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { EmailField, PasswordField, TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { SectionTitle } from '../ui/words.tsx'
import classes from './AccountForm.module.css'
import { type AccountValues, mayEdit, roleChoices, roleHints } from './accountForm.ts'

interface Props extends EntityForm<AccountValues> {
  /** The account being edited; absent for a new one. */
  account?: Account
}

/** Creates and edits accounts (docs/product/accounts.md). */
export function AccountForm({ form, account, onSubmit, problem }: Props) {
  const at = fieldsOf(form)
  const me = useMe()
  const [role, canDispatch, invite] = form.watch(['role', 'canDispatch', 'invite'])
  const isSelf = account?.id === me.account.id
  const isLocked = account !== undefined && !mayEdit(me, account)
  const isHisOwn = account !== undefined && (account.emailVerified || isSelf)
  return (
    <section className={`bordee-card ${classes.card}`}>
      <Form form={form} onSubmit={onSubmit} problem={problem} under="account" aria-label="Compte">
        <Stack gap="lg">
          {isLocked && <Alert color="amber">Ce compte se modifie avec le rôle Super administrateur.</Alert>}
          <SectionTitle>Identité</SectionTitle>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('firstName')} label="Prénom" required autoComplete="off" disabled={isLocked} autoFocus={!account} />
            <TextField name={at('lastName')} label="Nom" required autoComplete="off" disabled={isLocked} />
          </SimpleGrid>
          <EmailField
            name={at('email')}
            label="Courriel"
            required
            autoComplete="off"
            disabled={isLocked || isHisOwn}
            description={emailHint({ isNew: !account, isSelf, isHisOwn })}
          />
          <SectionTitle>Accès</SectionTitle>
          <SelectField
            name={at('role')}
            label="Rôle"
            required
            choices={roleChoices(me, account)}
            description={roleHints[role]}
            disabled={isLocked}
          />
          {!isLocked && !isPlatform(role) && role !== 'client' && (
            <PhoneField name={at('phone')} label="Téléphone" description={phoneHint} />
          )}
          {!isLocked && mayBeDispatcher(role) && (
            <SwitchField name={at('canDispatch')} label="Peut répartir" description={dispatchingHint} />
          )}
          {!isLocked && <ScopeFields role={role} isLimited={!dispatches(actingRole(role, canDispatch))} />}
          {!isLocked && !isHisOwn && (
            <>
              <SwitchField
                name={at('invite')}
                label={account ? 'Renvoyer une invitation par courriel' : 'Inviter par courriel'}
                description="Un lien valide sept jours lui permet de choisir son mot de passe."
              />
              {!invite && (
                <PasswordField
                  name={at('password')}
                  label={account ? 'Nouveau mot de passe' : 'Mot de passe'}
                  required={!account}
                  description={account ? 'Au moins 8 caractères. Laissez vide pour ne rien changer.' : 'Au moins 8 caractères.'}
                  fresh
                />
              )}
            </>
          )}
          {!isLocked && <SubmitButton whenDirty className={classes.save} />}
        </Stack>
      </Form>
    </section>
  )
}

const phoneHint = 'Cellulaire où cette personne reçoit le rappel de l’équipe. Facultatif.'

const dispatchingHint =
  'Mène la nuit depuis le tableau des opérations, voit les camions et l’historique, et alerte tous les secteurs. ' +
  'Ne voit ni contrats, ni montants, ni comptes.'

function emailHint({ isNew, isSelf, isHisOwn }: { isNew: boolean; isSelf: boolean; isHisOwn: boolean }) {
  if (isNew) return 'Si cette personne a déjà un compte, elle garde son nom et son mot de passe.'
  if (isSelf) return 'Le vôtre se change dans votre profil.'
  return isHisOwn ? 'Confirmé par la personne à qui il appartient, et qui seule peut le changer.' : undefined
}

const at = fieldsOf<AccountValues>()

/** Limits managers and clients to customers, employees who don't dispatch to sectors and routes if the company limits accesses. */
function ScopeFields({ role, isLimited }: { role: Role; isLimited: boolean }) {
  const { company } = useMe()
  if (isPlatform(role)) return null
  if (among(customerScoped, role)) return <Customers />
  return isLimited && company?.alertConfig.isAccessesLimited ? <SectorsAndRoutes /> : null
}

function Customers() {
  const clients = useCall(clientCalls.listClients)
  return (
    <MultiSelectField
      name={at('customerIds')}
      label="Clients"
      description="Les dossiers auxquels cette personne a accès."
      choices={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
    />
  )
}

function SectorsAndRoutes() {
  const sectors = useCall(sectorCalls.listSectors)
  const routes = useCall(routeCalls.listRouteOptions)
  return (
    <>
      <MultiSelectField
        name={at('sectorIds')}
        label="Secteurs"
        description="Les secteurs que cette personne peut aviser."
        choices={sectors.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiSelectField
        name={at('routeForAlertIds')}
        label="Trajets pour les alertes"
        description="Les trajets que cette personne peut aviser."
        choices={routes.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  )
}
